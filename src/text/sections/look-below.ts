/** What the sentences below a heading say, down to the next one. */
export interface Content {
  /** Sentences that were read. */
  read: number;
  /** Of them for defenders. */
  advising: number;
  /** Advice in so many words, which no list of a malware's commands could be. */
  surely: number;
  /** Adversary activity. */
  acts: number;
  /** Whether activity comes before any advice. */
  beginsWithAct: boolean;
}

/** Looks below a heading, which is given as the index of its block. */
export interface LookBelow {
  contentBelow(heading: number): Content;
  /** Whether the next sentences look like advice; cheap, since every heading is asked. */
  mayBeAdvice(heading: number): boolean;
}

/** Whether the content goes on advising. */
export function keepsAdvising({ read, advising, acts, beginsWithAct }: Content): boolean {
  return !beginsWithAct && advising > acts && advising * 2 >= read;
}

/** Whether the content tells of acts before it advises, or rather than that. */
export function tellsOfActs({ advising, acts, beginsWithAct }: Content): boolean {
  return beginsWithAct || acts > advising;
}

/** Whether the content below a heading that says nothing itself is advice. */
export function isAllAdvice({ read, surely, acts }: Content): boolean {
  return acts === 0 && surely >= 3 && surely * 3 >= read * 2;
}
