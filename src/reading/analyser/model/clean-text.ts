/**
 * Marks for what is folded into one token each. They begin with a letter that no report holds, so that
 * no printed word is taken for one.
 */
export const MARK = "\u2021";

/** No sentence is longer than 600 characters, so that the bounds below take nothing away. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/\(Citation: [^)]{0,600}\)/g, " "],
  [
    /\[[^\]]{0,600}\]\(https?:\/\/attack\.mitre\.org\/(?:software|groups|campaigns)\/[^)]{0,600}\)/g,
    ` ${MARK}name `,
  ],
  [/\[([^\]]{0,600})\]\([^()\s]{0,600}(?:\([^()\s]{0,600}\)[^()\s]{0,600})?\)/g, "$1"],
  [/<\/?[a-z]{1,10}>/g, " "],
  [/\[\d{1,3}\]/g, " "],
  [/\bCVE-\d{4}-\d{3,7}\b/gi, ` ${MARK}cve `],
  [/\b(?:h[tx]{2}ps?|ftp)(?::|\[:\])\/\/[^\s"'<>)\]]+/gi, ` ${MARK}url `],
  [/\b\d{1,3}(?:(?:\.|\[\.\])\d{1,3}){3}(?::\d{1,5}|\/\d{1,2})?\b/g, ` ${MARK}ip `],
  [/\b(?:[0-9a-f]{64}|[0-9a-f]{40}|[0-9a-f]{32})\b/gi, ` ${MARK}hash `],
  [/\b[\w.+-]{1,600}(?:@|\[@\])[\w-]{1,600}(?:(?:\.|\[\.\])[\w-]{1,600})+\b/g, ` ${MARK}mail `],
  [/\bT\d{4}(?:\.\d{3})?\b/g, " "],
  [/\b(?:S|G|C|M|TA|DET|AN)\d{4}\b/g, " "],
];
/** Nothing to replace where none of these occurs; most sentences of prose. */
const NEEDS_CLEANING = /[([<@]|\d|:\/\//;

/**
 * Text without what says nothing about behavior: citations and markdown links of ATT&CK's own texts,
 * printed ids (they are hits of their own); indicators are folded to a mark per kind.
 */
export function cleanText(text: string): string {
  const plain = text
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, "");
  if (!NEEDS_CLEANING.test(plain)) return plain;
  let cleaned = plain;
  for (const [pattern, replacement] of REPLACEMENTS) {
    cleaned = cleaned.replace(pattern, replacement);
  }
  return cleaned;
}
