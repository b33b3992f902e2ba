/** Kinds of contradictions between sessions of a dossier. */
export const CONTRADICTION_KINDS = ["review", "level", "warning", "group", "date"] as const;

/** The state of a session in a dossier. `missing` after its deletion. */
export const DOSSIER_SESSION_STATES = ["completed", "processing", "failed", "missing"] as const;

/** Fields of a dossier that may change. */
export const DOSSIER_FIELDS = ["name", "session_ids", "note", "tlp"] as const;
