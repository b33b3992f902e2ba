/** What sessions of a dossier disagree in. */
export const CONTRADICTION_KINDS = ["review", "level", "warning", "group", "date"] as const;

/** The state of a session in a dossier; `missing` once it was deleted. */
export const DOSSIER_SESSION_STATES = ["completed", "processing", "failed", "missing"] as const;

/** What may change of a dossier. */
export const DOSSIER_FIELDS = ["name", "session_ids", "note", "tlp"] as const;
