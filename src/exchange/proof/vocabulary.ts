export const DEFAULT_DAYS = 7;
export const MAX_DAYS = 90;

/** Links that one report may have, those included that have expired and are still listed. */
export const MAX_LINKS = 20;

/** Where the page of a secret is. */
export const PROOF_PATH = "/proof/";
