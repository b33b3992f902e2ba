/** Months by the first three letters of their English names. */
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
/** Months in Russian, whose endings change with the case. */
const RUSSIAN = ["янв", "фев", "мар", "апр", "ма", "июн", "июл", "авг", "сен", "окт", "ноя", "дек"];

const MONTH =
  "(?:january|february|march|april|may|june|july|august|september|october|november|december|(?:jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)(?:\\.|(?![a-z])))";
const DAY = "(?:0?[1-9]|[12]\\d|3[01])(?:st|nd|rd|th)?";
const YEAR = "(?:19|20)\\d{2}";
/** White space in prose, including a line break. */
const GAP = "[ \\t\\u00A0]{0,3}(?:\\r?\\n)?[ \\t\\u00A0]{0,8}";
const SOME = "[\\s\\u00A0]{1,6}";

/** Forms of dates in prose. The start of a period may take its year or month from the end. */
const FORMS = [
  `${YEAR}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])`,
  `${DAY}${SOME}(?:of${SOME})?${MONTH}(?:,?${SOME}${YEAR})?`,
  `${MONTH}${SOME}${DAY}(?![\\d/])(?:,?${SOME}${YEAR})?`,
  `${MONTH},?(?:${SOME}(?:of${SOME})?${YEAR})?`,
  `(?:0?[1-9]|[12]\\d|3[01])[/.](?:0?[1-9]|[12]\\d|3[01])[/.]${YEAR}`,
  YEAR,
];
const DATE = FORMS.join("|");

/** Words before the date of an activity, including how exact it is. */
const QUALIFIER = `(?:(?:at${SOME}least|about|around|approximately|as${SOME}early${SOME}as|the${SOME}(?:beginning|end|start|summer|spring|autumn|fall|winter)${SOME}of|early|mid|late)[\\s-]{1,3}){0,2}`;

/** A period (`between May and July 2020`), or a date with its preposition. */
export const PERIOD = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:(between|from)${SOME}(${QUALIFIER})(${DATE}),?${GAP}(?:and|to|through|until|till|[-–—])${SOME}(${QUALIFIER})(${DATE})|(since|in|on|during|from|throughout|beginning|starting|around)${SOME}(?:in${SOME})?(${QUALIFIER})(${DATE}))(?![\\p{L}\\p{N}/]|-\\d)`,
  "giu",
);
/** The start of a timeline entry: a date, optionally a time, and a separator. */
export const ENTRY = new RegExp(
  `^[^\\p{L}\\p{N}]*(${FORMS.slice(0, 3).join("|")})(?:,?${SOME}(?:at${SOME})?\\d{1,2}:\\d{2}(?::\\d{2})?(?:${SOME}\\p{Lu}{1,4}(?!\\p{L}))?)?\\s{0,3}[:–—|-]\\s`,
  "iu",
);
/** A date with its year, as printed in the head of a report. */
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

/** Words of a sentence about adversary activity. */
export const ACT =
  /\b(?:observ|us(?:ed|ing)\b|target|attack|exploit(?!ab)|compromis|deploy|gain|st(?:ole|eal|olen)\b|exfiltrat|activ(?:e|ity|ities)\b|campaign|intrusion|incident|breach|infect|victim|malicious|access(?:ed)\b|operat(?:ed|ing|ions)\b|encrypt|conduct|scann|leverag|execut|ransom|spearphish|phish|threat actor|intruder|hack)|атак|использ|зараж|компромет|взлом|злоумышл|攻击|入侵|利用|窃取|针对|感染|植入/iu;
/** Adversaries, with words that may precede their verb. */
const ADVERSARY = String.raw`(?:actors?|attackers?|adversar(?:y|ies)|intruders?|operators?|affiliates?|hackers?|(?:the|this) (?:group|gang|crew)|(?:APT|FIN|UNC|TA|UAC-|Storm-)\d+) (?:(?:\w+ly|also|then|first|has|have|had|again) ){0,2}`;
/** Adversary activity, in the past or in the present tense of a timeline entry: "the actor logged in". */
export const ACTED = new RegExp(
  String.raw`\b${ADVERSARY}(?:\w{2,}ed|logs?|signs?|creates?|sent|sends?|ran|wrote|took|set|built|made|broke|hid|got|left|began|read|spread|found|bought|sold|put)\b`,
  "iu",
);
/** Words of a sentence about another event. Excludes publishing by an adversary. */
export const NO_ACT = new RegExp(
  String.raw`\b(?:(?<!\b${ADVERSARY})(?:published|released)|disclosed|patch(?:ed|es)?\b|advisor(?:y|ies)|updated?|blog|report(?:s|ed|ing)? (?:by|from|on)|retrieved|accessed (?:on|at)|copyright|version \d|end[- ]of[- ](?:life|support)|should|must|recommend|see also|for more information|indict|sanction|arrest|charged|predict|forecast)|https?:|hxxps?:|www\.`,
  "iu",
);

/** Returns the month, 1 to 12, or null. */
export function monthOf(word: string): number | null {
  const start = word.toLowerCase().slice(0, 3);
  const english = ENGLISH.indexOf(start);
  if (english >= 0) return english + 1;
  const russian = RUSSIAN.findIndex((month) => start.startsWith(month) && month !== "ма");
  if (russian >= 0) return russian + 1;
  return /^ма[йяе]/.test(start) ? 5 : null;
}
