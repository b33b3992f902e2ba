const CLOSING = String.raw`[\p{Pe}\p{Pf}"'\]]*(?:\[[\w, ]{1,12}\])*$`;
const ENDS_SENTENCE = new RegExp(`[.!?…。！？｡]${CLOSING}`, "u");
const ENDS_CLAUSE = new RegExp(`[.!?…。！？｡:;：；]${CLOSING}`, "u");
const STARTS_LOWER = /^[\p{Ps}\p{Pi}"']*\p{Ll}/u;
/** How much of a line's end and beginning is looked at. */
const EDGE = 60;

/** Whether a line ends as a sentence does: with a full stop or the like, closing signs and citations behind it. */
export function endsSentence(line: string): boolean {
  return ENDS_SENTENCE.test(line.slice(-EDGE));
}

/** Whether a line ends as a sentence does, or with a colon or semicolon. */
export function endsClause(line: string): boolean {
  return ENDS_CLAUSE.test(line.slice(-EDGE));
}

/** Whether a line begins in small letters, and so goes on what was before it. */
export function startsLower(line: string): boolean {
  return STARTS_LOWER.test(line.slice(0, EDGE));
}
