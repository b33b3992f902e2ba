export const DEFAULT_DAYS = 7;
export const MAX_DAYS = 90;

/** Maximum links of a report, including expired ones that are still listed. */
export const MAX_LINKS = 20;

/** Path of the page for a secret. */
export const PROOF_PATH = "/proof/";
