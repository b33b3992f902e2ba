/** An id of a technique, in any spelling that a list may have. */
const ID = /(?<![\p{L}\d])T\d{4}(?:[.:/]\d{3})?(?![\p{L}\d])/giu;
/** What calls a list of ids a mapping, in a heading or a label. */
const MAPPING_LABEL =
  /att&?ck|mitre|ttps?(?!\p{L})|techni(?:ques?|ken?)(?!\p{L})|tactics?(?!\p{L})|técnicas?|tácticas?|техник\p{L}*|тактик\p{L}*|技术|技術|战术|戦術|手法/iu;
/** The longest cell of a table, and how many entries a heading covers. */
const MAX_CELL = 90;
const MAX_LIST = 200;

/** Words that say nothing of an id: those that join it to another one, and what it is. */
const JOINING = /(?<!\p{L})(?:ids?|and|or|und|sowie|et|ou|y|o|e|и|или)(?!\p{L})|和|与|及/giu;

/** How an id without a word of what was done is listed. */
export interface BareList {
  /** In a table under a heading, under a label or a heading, or with nothing. */
  under: "table" | "label" | "nothing";
  /** Whether it has a line to itself next to other words, which may describe it. */
  isCell: boolean;
}

/** What the lines over a sentence call it, and how many lines ago; a sentence heads a list but no table. */
interface Head {
  kind: "heading" | "sentence" | "table";
  age: number;
}

/** What a sentence says of the ids in it and below it. */
interface Line {
  isBare: boolean;
  hasId: boolean;
  words: string;
  label: string;
}

/**
 * Says of each sentence how it lists ids, or null where it has words about them, or no ids. Sentences are read once,
 * in order.
 * @param wordsAt the words of a sentence; none where there is no such sentence
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

/** What heads the line below one. Cells between a heading and ids, such as those of tactics, make it a table. */
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

/** Nothing but ids is bare, and what labels them before a colon. */
function readLine(words: string): Line {
  const first = words.search(ID);
  if (first === -1) return { isBare: false, hasId: false, words, label: "" };
  const label = words.slice(0, first).replace(/^[^\p{L}]+$/u, "");
  const isLabel = /[:：]\s*[[(]?$/u.test(label);
  const rest = (isLabel ? words.slice(label.length) : words).replace(ID, " ");
  return { isBare: countWords(rest.replace(JOINING, " ")) === 0, hasId: true, words, label };
}

/** A sentence or a name behind an id that has its line to itself. */
function isDescribed(words: string): boolean {
  return countWords(words.replace(ID, " ")) > 0;
}

/** A cell before it: no sentence, and no heading over a list of ids. */
function isName(words: string): boolean {
  return (
    isDescribed(words) &&
    words.length <= MAX_CELL &&
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
