import {
  ADVICE_HEADINGS,
  BOILERPLATE_HEADINGS,
  DETECTION_HEADINGS,
  FURNITURE_HEADINGS,
  REFERENCE_HEADINGS,
} from "../../../reading/recognition/acts/section-words.ts";

const MAX_HEADING = 90;
const MAX_WORDS = 12;
/** A list goes on over notes and empty rows, and not over pages of prose. */
const MAX_CHARS_WITHOUT = 1500;

/** Headings of the section that lists what to look for, wherever in the line they stand. */
const LISTING = new RegExp(
  [
    String.raw`indicators? of (?:compromise|attack)`,
    String.raw`(?<![\p{L}\d])iocs?(?![\p{L}\d])`,
    String.raw`^\P{L}*(?:(?:appendix|annex) \w{1,3}\W+)?(?:(?:network|host|file|e-?mail|domain|ip|malware|technical|observed|known)(?:[- ]based)? )?indicators?\P{L}*$`,
    "indikatoren (?:für|einer|der) kompromittierung",
    "kompromittierungsindikatoren",
    "indicadores de compromiso",
    "indicateurs de compromission",
    "индикаторы компрометации",
    "失陷指标|失陷指標|入侵指标|入侵指標|侵害指標|攻击指标",
  ].join("|"),
  "iu",
);

/** Headings that end it; what stands over its own tables, such as "Domains", does not. */
const OTHER_HEADINGS = [
  ...ADVICE_HEADINGS,
  ...DETECTION_HEADINGS,
  ...REFERENCE_HEADINGS,
  ...BOILERPLATE_HEADINGS,
  ...FURNITURE_HEADINGS,
  "(?:executive )?summary",
  "conclusions?",
  "introduction",
  "overview",
  "background",
  "attribution",
  "timeline",
  "victimology",
  "technical (?:details|analysis)",
  "(?:mitre )?att&ck\\b.*",
  "(?:tactics|techniques|ttps)\\b.*",
  // What a rule looks for is no list, and holds harmless words.
  ".{0,40}\\b(?:yara|sigma|snort|suricata) rules?",
  "rule \\w+ \\{?",
];
const ENDING = new RegExp(
  String.raw`^\P{L}*(?:(?:appendix|annex|section|chapter|part) [\p{L}\d]{1,4}\b\W*)?(?:${OTHER_HEADINGS.join("|")})\P{L}*$`,
  "iu",
);
/** A host, an address or a hash, however it was made harmless. */
const VALUE =
  /\p{L}\p{N}*(?:\.|\[\.\]|\(\.\)|\[dot\])\p{L}{2,}|(?:\d{1,3}(?:\.|\[\.\])){3}\d|[0-9a-f]{32}/iu;

/** A sentence over the entries that follow, and whether it calls them harmless. */
const SENTENCE = /^(?:\S+\s+){4,}\S+[.:]\s*$/u;
const HARMLESS =
  /\b(?:legitimate|benign)\b[^.]{0,60}\b(?:domain|site|service|address|host|server|url)/iu;

/**
 * Tells whether a value is listed under a heading such as "Indicators of compromise". A report's
 * prose may name any address; what stands in such a list its authors want looked for.
 */
export function readIndicatorLists(text: string): (value: string) => boolean {
  const listed = new Set<string>();
  for (const line of linesOfLists(text)) {
    for (const token of refang(line).split(/[^\p{L}\p{N}._-]+/u)) {
      const value = token.replace(/^[._-]+|[._-]+$/g, "");
      if (value !== "") listed.add(value);
    }
  }
  // A URL is listed where its host is.
  return (value) => listed.has(hostOf(value.toLowerCase()));
}

function* linesOfLists(text: string): Generator<string> {
  let isInList = false;
  let without = 0;
  let isHarmless = false;
  for (const line of text.split(/[\r\n\f\v\u0085\u2028\u2029]+/u)) {
    const isShort = isHeadingLike(line);
    if (isShort && LISTING.test(line)) {
      isInList = true;
      isHarmless = false;
      without = 0;
    } else if (isInList && isShort && ENDING.test(line)) isInList = false;
    if (!isInList) continue;
    if (SENTENCE.test(line)) isHarmless = HARMLESS.test(line);
    without = VALUE.test(line) ? 0 : without + line.length;
    if (without > MAX_CHARS_WITHOUT) isInList = false;
    else if (!isHarmless) yield line;
  }
}

/** A short line of its own that is neither a sentence nor an entry of a table of contents. */
function isHeadingLike(line: string): boolean {
  const bare = line.trim();
  if (bare === "" || bare.length > MAX_HEADING || /[.,;!?]$|\s\d{1,3}$/u.test(bare)) return false;
  return bare.split(/\s+/u).length <= MAX_WORDS;
}

function refang(line: string): string {
  return line
    .toLowerCase()
    .replace(/\s*(?:\[\.\]|\(\.\)|\{\.\}|\[dot\]|\(dot\))\s*/gu, ".")
    .replace(/\[:\]/g, ":");
}

function hostOf(value: string): string {
  return /^\w+:\/\/(?:[^/@]*@)?([^/?#:]+)/.exec(value)?.[1] ?? value;
}
