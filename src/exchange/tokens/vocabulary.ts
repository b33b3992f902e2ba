/** Prefix of every API token, which distinguishes it from a proxy's bearer token. */
export const TOKEN_PREFIX = "tradecraft_";

/** Number of characters shown in lists, so that people recognize a token: the prefix and six more. */
export const SHOWN_CHARACTERS = TOKEN_PREFIX.length + 6;

export const DEFAULT_DAYS = 90;
export const MAX_DAYS = 365;

/** Maximum tokens per user. */
export const MAX_TOKENS = 50;
