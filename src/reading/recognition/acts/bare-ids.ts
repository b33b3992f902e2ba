/** An id of a technique, in any spelling that a list may have. */
const ID = /(?<![\p{L}\d])T\d{4}(?:[.:/]\d{3})?(?![\p{L}\d])/giu;
/** What calls a list of ids a mapping, in a heading or a label. */
const MAPPING_LABEL =
  /att&?ck|mitre|ttps?(?!\p{L})|techni(?:ques?|ken?)(?!\p{L})|tactics?(?!\p{L})|técnicas?|tácticas?|техник\p{L}*|тактик\p{L}*|技术|技術|战术|戦術|手法/iu;
/** Entries of a list that are looked back through for its heading, and the length of a heading or label. */
const MAX_LIST = 200;
const MAX_LABEL = 90;

const JOINING = /(?<!\p{L})(?:and|or|und|sowie|et|ou|y|o|e|и|или)(?!\p{L})|和|与|及/giu;

/** How an id without a word of what was done is listed. */
export type BareList = "labelled" | "unlabelled";

/**
 * Whether a sentence has ids and nothing that says what was done: neither names nor a description. Null where it
 * has either, or where adjacent lines do, as in the cells of a table.
 * @param wordsAt the words of a sentence; none where there is no such sentence
 */
export function bareListAt(wordsAt: (index: number) => string, index: number): BareList | null {
  const words = wordsAt(index);
  if (!isBare(words)) return null;
  const count = words.match(ID)?.length ?? 0;
  if (count < 2 && (isDescribed(wordsAt(index + 1)) || isName(wordsAt(index - 1)))) return null;
  if (MAPPING_LABEL.test(labelOf(words))) return "labelled";
  return headAbove(wordsAt, index);
}

function labelOf(words: string): string {
  const first = words.search(ID);
  return first <= 0 ? "" : words.slice(0, first).replace(/^[^\p{L}]+$/u, "");
}

/**
 * What the lines over a list call it, which may have an entry a line. Other cells between, such as those of tactics,
 * make it a table, whose ids are the author's mapping.
 */
function headAbove(wordsAt: (index: number) => string, index: number): BareList | null {
  let isTable = false;
  for (let at = index - 1; at >= Math.max(0, index - MAX_LIST); at -= 1) {
    const words = wordsAt(at);
    if (isBare(words) && labelOf(words) === "") continue;
    const isCell = words.length <= MAX_LABEL || words.search(ID) !== -1;
    if (!isCell || /[.!?。]\s*$/u.test(words)) break;
    if (MAPPING_LABEL.test(words)) return isTable ? null : "labelled";
    isTable = true;
  }
  return "unlabelled";
}

/** Nothing but ids, and what labels them before a colon. */
function isBare(words: string): boolean {
  if (words.search(ID) === -1) return false;
  const label = labelOf(words);
  const isLabel = label.length <= MAX_LABEL && /[:：]\s*[[(]?$/u.test(label);
  const rest = (isLabel ? words.slice(label.length) : words).replace(ID, " ");
  return countWords(rest.replace(JOINING, " ")) === 0;
}

/** A sentence or a name behind an id that has its line to itself. */
function isDescribed(words: string): boolean {
  return countWords(words.replace(ID, " ")) > 0;
}

/** A cell before it: no sentence, and no heading over a list of ids. */
function isName(words: string): boolean {
  return (
    isDescribed(words) &&
    words.length <= MAX_LABEL &&
    !/[.!?:。：]\s*$/u.test(words) &&
    !isHead(words)
  );
}

/** Nothing but what a mapping is called: "MITRE ATT&CK techniques". */
function isHead(words: string): boolean {
  return MAPPING_LABEL.test(words) && countWords(words) <= 4;
}

function countWords(words: string): number {
  return words.match(/\p{L}{2,}|\p{Script=Han}/gu)?.length ?? 0;
}
