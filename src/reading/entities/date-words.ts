/** Months by their first three letters, in English. */
const ENGLISH = [
  "jan",
  "feb",
  "mar",
  "apr",
  "may",
  "jun",
  "jul",
  "aug",
  "sep",
  "oct",
  "nov",
  "dec",
];
/** And in Russian, where the ending changes with the case. */
const RUSSIAN = ["янв", "фев", "мар", "апр", "ма", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"];

const MONTH =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?:\\.|(?![a-z])))";
const DAY = "(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?";
const YEAR = "(?:19|20)\\d{2}";
/** White space of prose, over a line break, too. */
const GAP = "[ \\t\\u00A0]{0,3}(?:\\r?\\n)?[ \\t\\u00A0]{0,8}";
const SOME = "[\\s\\u00A0]{1,6}";

/** A date as prose writes it; of a period's beginning the year or the month may be left to its end. */
const FORMS = [
  `${YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])`,
  `${DAY}${SOME}(?:of${SOME})?${MONTH}(?:,?${SOME}${YEAR})?`,
  `${MONTH}${SOME}${DAY}(?![\\d/])(?:,?${SOME}${YEAR})?`,
  `${MONTH},?(?:${SOME}(?:of${SOME})?${YEAR})?`,
  `(?:0?[1-9]|[12]\\d|3[01])[/.](?:0?[1-9]|[12]\\d|3[01])[/.]${YEAR}`,
  YEAR,
];
const DATE = FORMS.join("|");

/** What stands before the date of an act, and how exactly it is meant. */
const QUALIFIER = `(?:(?:at${SOME}least|about|around|approximately|as${SOME}early${SOME}as|the${SOME}(?:beginning|end|start|summer|spring|autumn|fall|winter)${SOME}of|early|mid|late)[\\s-]{1,3}){0,2}`;

/** A period (`between May and July 2020`) or a date with the word that leads to it. */
export const PERIOD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(between|from)${SOME}(${QUALIFIER})(${DATE}),?${GAP}(?:and|to|through|until|till|[-–—])${SOME}(${QUALIFIER})(${DATE})|(since|in|on|during|from|throughout|beginning|starting|around)${SOME}(?:in${SOME})?(${QUALIFIER})(${DATE}))(?![\\p{L}\\p{N}/]|-\\d)`,
  "giu",
);
/** A date alone, with its year, as the head of a report prints it. */
export const PRINTED = new RegExp(
  `(?<![\\p{L}\\p{N}./-])(?:${FORMS.slice(0, 5).join("|")})(?![\\p{N}/])`,
  "giu",
);
export const CHINESE =
  /(?<!\d)((?:19|20)\d{2})\s?年(?:\s?(0?[1-9]|1[0-2])\s?月(?:\s?(0?[1-9]|[12]\d|3[01])\s?日)?)?/gu;
export const RUSSIAN_DATE =
  /(?<![\p{L}\p{N}])(?:(0?[1-9]|[12]\d|3[01])\s{1,3})?((?:янв|фев|мар|апр|ма[йяе]|июн|июл|авг|сен|окт|ноя|дек)\p{L}{0,7})\s{1,3}((?:19|20)\d{2})(?!\d)/giu;

export const PUBLISHED =
  /(?<!\p{L})(?:(?:original )?release(?:d)?(?: date)?|publi(?:shed|cation)(?: date| on)?|posted(?: on)?|issued(?: on)?|date(?: of publication)?|发布(?:时间|日期)?|опубликован\p{L}*|дата(?: публикации)?)\s*[:：]?\s*(?:on\s)?$/iu;
export const REVISED =
  /(?<!\p{L})(?:(?:last\s)?(?:revised|updated|modified|reviewed)(?: on| date)?|update[ds]?(?: date)?|更新(?:时间|日期)?|обновлен\p{L}*)\s*[:：]?\s*(?:on\s)?$/iu;

/** Words of a sentence that tells of what the adversary did. */
export const ACT =
  /\b(?:observ|us(?:ed|ing)\b|target|attack|exploit(?!ab)|compromis|deploy|gain|st(?:ole|eal|olen)\b|exfiltrat|activ(?:e|ity|ities)\b|campaign|intrusion|incident|breach|infect|victim|malicious|access(?:ed)\b|operat(?:ed|ing|ions)\b|encrypt|conduct|scann|leverag|execut|ransom|spearphish|phish|threat actor|intruder|hack)|атак|использ|зараж|компромет|взлом|злоумышл|攻击|入侵|利用|窃取|针对|感染|植入/iu;
/** Words of a sentence that tells of something else that happened then. */
export const NO_ACT =
  /\b(?:published|released|patch(?:ed|es)?\b|advisor(?:y|ies)|disclosed|updated?|blog|report(?:s|ed|ing)? (?:by|from|on)|retrieved|accessed (?:on|at)|copyright|version|end[- ]of[- ](?:life|support)|should|must|recommend|see also|for more information|indict|sanction|arrest|charged)|https?:|hxxps?:|www\./i;

/** A month, 1 to 12, or null. */
export function monthOf(word: string): number | null {
  const start = word.toLowerCase().slice(0, 3);
  const english = ENGLISH.indexOf(start);
  if (english >= 0) return english + 1;
  const russian = RUSSIAN.findIndex((month) => start.startsWith(month) && month !== "ма");
  if (russian >= 0) return russian + 1;
  return /^ма[йяе]/.test(start) ? 5 : null;
}
