/** A technique id in any spelling that lists use. */
const ID = /(?<![\p{L}\d])T\d{4}(?:[.:/]\d{3})?(?![\p{L}\d])/giu;
/** Headings and labels that introduce a list of ids as a mapping. */
const MAPPING_LABEL =
  /att&?ck|mitre|ttps?(?!\p{L})|techni(?:ques?|ken?)(?!\p{L})|tactics?(?!\p{L})|técnicas?|tácticas?|техник\p{L}*|тактик\p{L}*|技术|技術|战术|戦術|手法/iu;
/** Maximum length of a table cell, and maximum entries that a heading covers. */
const MAX_CELL = 90;
const MAX_LIST = 200;

/** Words that do not describe an id: conjunctions, and words for ids. */
const JOINING = /(?<!\p{L})(?:ids?|and|or|und|sowie|et|ou|y|o|e|и|или)(?!\p{L})|和|与|及/giu;

/** How an id without a description is listed. */
export interface BareList {
  /** Its context: in a table under a heading, under a label or heading, or neither. */
  under: "table" | "label" | "nothing";
  /** Whether it is on a line by itself next to other words, which may describe it. */
  isCell: boolean;
}

/** The label above a sentence, and its distance in lines. A sentence introduces a list, but not a table. */
interface Head {
  kind: "heading" | "sentence" | "table";
  age: number;
}

/** Facts about a sentence for the ids in it and below it. */
interface Line {
  isBare: boolean;
  hasId: boolean;
  words: string;
  label: string;
}

/**
 * Returns a function that returns how a sentence lists ids, or null if words describe them or it has none. Each
 * sentence is processed once, in order.
 * @param wordsAt returns the words of a sentence, or none if the sentence does not exist
 */
export function createBareLists(
  wordsAt: (index: number) => string,
): (index: number) => BareList | null {
  const heads: (Head | null)[] = [null];
  const headOf = (index: number): Head | null => {
    for (let at = heads.length; at <= index; at += 1) {
      heads.push(nextHead(heads[at - 1] ?? null, readLine(wordsAt(at - 1))));
    }
    return heads[index] ?? null;
  };
  return (index) => {
    const { isBare, words, label } = readLine(wordsAt(index));
    if (!isBare) return null;
    const isSingle = label === "" && (words.match(ID)?.length ?? 0) < 2;
    const isCell = isSingle && (isDescribed(wordsAt(index + 1)) || isName(wordsAt(index - 1)));
    if (MAPPING_LABEL.test(label)) return { under: "label", isCell };
    const head = headOf(index);
    if (head === null) return { under: "nothing", isCell };
    return { under: head.kind === "table" ? "table" : "label", isCell };
  };
}

/**
 * Returns the heading for the next line. Cells between a heading and ids, such as those of tactics, make it a table.
 */
function nextHead(head: Head | null, { isBare, hasId, words, label }: Line): Head | null {
  const older = head === null || head.age >= MAX_LIST ? null : { ...head, age: head.age + 1 };
  if (isBare && label === "") return older;
  const isSentence = /[.!?。？！]\s*$/u.test(words) || (words.length > MAX_CELL && !hasId);
  if (MAPPING_LABEL.test(words) && !/[?？]\s*$/u.test(words)) {
    return { kind: isSentence ? "sentence" : "heading", age: 0 };
  }
  if (isSentence || older === null || older.kind === "sentence") return null;
  return { ...older, kind: "table" };
}

/** Reads a line. It is bare if it has only ids, optionally with a label before a colon. */
function readLine(words: string): Line {
  const first = words.search(ID);
  if (first === -1) return { isBare: false, hasId: false, words, label: "" };
  const label = words.slice(0, first).replace(/^[^\p{L}]+$/u, "");
  const isLabel = /[:：]\s*[[(]?$/u.test(label);
  const rest = (isLabel ? words.slice(label.length) : words).replace(ID, " ");
  return { isBare: countWords(rest.replace(JOINING, " ")) === 0, hasId: true, words, label };
}

/** Returns whether a sentence or a name follows an id on a line by itself. */
function isDescribed(words: string): boolean {
  return countWords(words.replace(ID, " ")) > 0;
}

/** Returns whether words are the preceding cell: neither a sentence nor the heading of a list of ids. */
function isName(words: string): boolean {
  return (
    isDescribed(words) &&
    words.length <= MAX_CELL &&
    !/[.!?:。：]\s*$/u.test(words) &&
    !isHead(words)
  );
}

/** Returns whether words only name a mapping: "MITRE ATT&CK techniques". */
function isHead(words: string): boolean {
  return MAPPING_LABEL.test(words) && countWords(words) <= 4;
}

function countWords(words: string): number {
  return words.match(/\p{L}{2,}|\p{Script=Han}/gu)?.length ?? 0;
}
