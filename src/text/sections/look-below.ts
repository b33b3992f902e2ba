/** Facts about the sentences below a heading, up to the next one. */
export interface Content {
  /** Sentences that were analyzed. */
  read: number;
  /** Sentences for defenders. */
  advising: number;
  /** Explicit advice, which cannot be a list of malware commands. */
  surely: number;
  /** Adversary activity. */
  acts: number;
  /** Whether activity comes before any advice. */
  beginsWithAct: boolean;
}

/** Analyzes the text below a heading, given as the index of its block. */
export interface LookBelow {
  contentBelow(heading: number): Content;
  /** Returns whether the next sentences look like advice. Cheap, since it runs for every heading. */
  mayBeAdvice(heading: number): boolean;
}

/** Returns whether the content continues the advice. */
export function keepsAdvising({ read, advising, acts, beginsWithAct }: Content): boolean {
  return !beginsWithAct && advising > acts && advising * 2 >= read;
}

/** Returns whether the content reports activity before advice, or instead of it. */
export function tellsOfActs({ advising, acts, beginsWithAct }: Content): boolean {
  return beginsWithAct || acts > advising;
}

/** Returns whether the content below a heading without a clear meaning is advice. */
export function isAllAdvice({ read, surely, acts }: Content): boolean {
  return acts === 0 && surely >= 3 && surely * 3 >= read * 2;
}
