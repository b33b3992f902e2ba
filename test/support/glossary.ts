/** Words that users do not read in the service, and what is written instead. */
const REPLACED: readonly [word: RegExp, instead: string][] = [
  [/\b(?:walls?|doors?)\b|\bways? out\b/i, "egress policy, operator network"],
  [/\b(?:a|the|its|their|your|whose|this|no|in) turns?\b|\bg[ia]ves? back\b/i, "lock, release"],
  [/\b(?:im)?patien(?:ce|t|tly)\b/i, "retry budget"],
  [/\b(?:wakes?|woken?|awake)\b|\bgo(?:es)? on\b/i, "enqueue, resume"],
  [/\bhomes?\b/i, "canonical report"],
  [/\bsightings?\b/i, "observable mention"],
  [/\b(?:wish(?:es|ed)?|strangers?|told|complaints?|forgotten)\b/i, "the field's term, or none"],
  [/\bretired\b/i, "revoked, deprecated"],
  [/\blet(?:s|ting)? (?:\w+ ){0,4}in\b/i, "restore"],
];

/** Sentences in which such a word means what it says, each with the reason. */
const ALLOWED: readonly [sentence: RegExp, reason: string][] = [
  [/^The report stands between <report-/, "tells a language model not to trust the report"],
];

/**
 * The first word of the text that the glossary replaces, with what to write instead; null where there
 * is none.
 */
export function replacedWord(text: string): string | null {
  if (ALLOWED.some(([sentence]) => sentence.test(text))) return null;
  for (const [word, instead] of REPLACED) {
    const found = word.exec(text)?.[0];
    if (found !== undefined) return `'${found}': write ${instead}`;
  }
  return null;
}
