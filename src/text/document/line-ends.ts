const CLOSING = String.raw`[\p{Pe}\p{Pf}"'\]]*(?:\[[\w, ]{1,12}\])*$`;
const ENDS_SENTENCE = new RegExp(`[.!?…。！？｡]${CLOSING}`, "u");
const ENDS_CLAUSE = new RegExp(`[.!?…。！？｡:;：；]${CLOSING}`, "u");
const STARTS_LOWER = /^[\p{Ps}\p{Pi}"']*\p{Ll}/u;
/** Number of characters examined at either end of a line. */
const EDGE = 60;

/** Returns whether a line ends with a full stop or similar, optionally followed by closing signs and citations. */
export function endsSentence(line: string): boolean {
  return ENDS_SENTENCE.test(line.slice(-EDGE));
}

/** Returns whether a line ends like a sentence, or with a colon or semicolon. */
export function endsClause(line: string): boolean {
  return ENDS_CLAUSE.test(line.slice(-EDGE));
}

/** Returns whether a line begins in lower case, and so continues the previous one. */
export function startsLower(line: string): boolean {
  return STARTS_LOWER.test(line.slice(0, EDGE));
}
