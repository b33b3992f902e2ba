/** The key of a sample in the `meta` of a YARA rule, before its value: `hash1 = "`. */
const KEY =
  /(?<![a-z])(?:[a-z]{1,12}_)?(?:hash|md5|sha-?\d{1,3}|samples?)(?:_[a-z\d]{1,12})?\d{0,3}\s{0,3}=\s{0,3}"$/i;
/** The head of a rule with its name and tags, up to its `meta`. */
const HEAD = /(?<![^\s])rule\s{1,3}(\w[^{]{0,200})\{\s{0,8}meta\s?:/gi;
/** The sections after `meta`. */
const BODY = /\s(?:strings|condition)\s?:/i;
/** Rules that detect harmless files say so in their name or tags. */
const HARMLESS = /good_?ware|known_?good|legit|benign|clean|trusted|allow_?list|white_?list/i;
const KEY_CHARS = 40;
/** Longer `meta` sections are rare. */
const META_CHARS = 4_000;

/**
 * Classifies a rule whose `meta` has a hash before its strings. Analysts list there the samples the rule was
 * written for, so a hash in a malware rule is malware. Returns null outside a rule's `meta`.
 */
export function sampleOfRule(text: string, start: number): "malware" | "harmless" | null {
  if (text[start - 1] !== '"') return null;
  if (!KEY.test(text.slice(Math.max(0, start - KEY_CHARS), start))) return null;
  const before = text.slice(Math.max(0, start - META_CHARS), start);
  const head = [...before.matchAll(HEAD)].at(-1);
  if (head === undefined) return null;
  if (BODY.test(before.slice(head.index + head[0].length))) return null;
  return HARMLESS.test(head[1] ?? "") ? "harmless" : "malware";
}
