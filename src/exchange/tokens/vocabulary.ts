/** How every API token begins, so that a bearer token of a proxy is not mistaken for one. */
export const TOKEN_PREFIX = "tradecraft_";

/** Characters of a token that lists show, so that people recognize it: the prefix and six more. */
export const SHOWN_CHARACTERS = TOKEN_PREFIX.length + 6;

export const DEFAULT_DAYS = 90;
export const MAX_DAYS = 365;

/** Tokens that one user may have. */
export const MAX_TOKENS = 50;
