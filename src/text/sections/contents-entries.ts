/** An entry of a table of contents: leaders, or a page number after a heading. */
const LEADERS = /(?:\.[ \u00A0]?){4,}\s*\d{0,4}\s*$|…{2,}\s*\d{0,4}\s*$|_{5,}\s*\d{1,4}\s*$/u;
const PAGE_NUMBER = /^\d{1,3}$|[^\d\s.,:/-][ \t]+\d{1,3}$/u;
const CHAPTER =
  /^\W*(?:chapter|section|part|kapitel|chapitre|capítulo)\s+\d{1,2}\b[^.]{3,80}\s\d{1,3}$/i;
const LIST_OF = [
  /^\W*(?:list|table|index) of (?:figures|tables|listings|illustrations|abbreviations|acronyms|appendices|screenshots|images|contents)\b/iu,
  /^\W*(?:abbildungs|tabellen|abkürzungs)verzeichnis(?!\p{L})/iu,
];

/** Numbered heading that names the chapter's topic, not activity: "6.1 Analysis of the module". */
const NUMBERED =
  /^\W*(?:\d{1,2}(?:\.\d{1,2}){0,3}\.?|[IVX]{1,4}\.|(?:chapter|appendix|annex|section|part) [\p{L}\d]{1,3}[.:]?)\s+(?=[^.!?;]{3,140}$)/iu;
const ABOUT =
  /^(?:[\p{L}-]+ )?(?:analysis|overview|introduction|summary|background|discussion|description|anatomy|history|evolution|outline|findings|details|timeline|methodology) (?:of|to|on|about|and) /iu;

/** Returns whether a line is an entry of a table of contents, in any section. */
export function isContentsEntry(line: string): boolean {
  if (LEADERS.test(line) || CHAPTER.test(line) || LIST_OF.some((list) => list.test(line)))
    return true;
  const number = NUMBERED.exec(line)?.[0];
  return number !== undefined && ABOUT.test(line.slice(number.length));
}

/** Returns whether a line may be such an entry if contents are expected. A page number is enough. */
export function isNumberedEntry(line: string): boolean {
  return LEADERS.test(line) || PAGE_NUMBER.test(line);
}
