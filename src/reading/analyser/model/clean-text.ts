/**
 * Prefix of tokens that replace indicators and similar text. Reports do not contain it, so no printed word can match.
 */
export const MARK = "\u2021";

/** Sentences have at most 600 characters, so the bounds below lose nothing. */
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
/** Matches text that may need replacements. Most sentences of prose do not. */
const NEEDS_CLEANING = /[([<@]|\d|:\/\//;

/**
 * Removes text without information about behavior: citations and markdown links of ATT&CK's own texts, and printed ids,
 * which are separate hits. Replaces each indicator by a placeholder for its kind.
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
