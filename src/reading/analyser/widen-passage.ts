import { MAX_SENTENCE, sentenceAt, type Sentence } from "../../text/sentences/sentences.ts";
import type { Span } from "../../text/document/document.ts";
import { withoutMarker } from "../../text/document/list-marker.ts";
import { isCommand } from "../recognition/commands/command-lines.ts";
import { shippedCommands } from "../recognition/commands/command-table.ts";
import { isProse } from "./is-prose.ts";

/** A text without its furniture, and its sentences. */
export interface SplitText {
  text: string;
  sentences: readonly Sentence[];
}

const INTRODUCES = /:$|\bfollowing (?:[\w-]+ ){0,2}(?:commands?|command[- ]lines?|scripts?)\.$/iu;
/** Maximum commands of a list to skip when searching for the sentence that introduces them. */
const MAX_COMMANDS = 4;
/** A label at the start of a row: "Process Injection [T1055] Ryuk has injected …". */
const LABEL =
  /^(?:(?:\p{Lu}[\p{L}&/'’-]*|and|or|of|over|the|for|in|to|with|via|from|&|\/)[\s:,–-]+){0,14}[[(]?(?:T\d{4}(?:\.\d{3})?|TA\d{4})[\])]?[\s:|–-]+(?=\p{Lu})/u;

/**
 * Returns the passage that quotes a sentence, without its row label. A command line includes the sentence that
 * introduces it.
 */
export function widenPassage(read: SplitText, { start, end }: Span): Span {
  const from = withoutLabel(read.text, start, end);
  if (from !== start) return { start: from, end };
  return {
    start: introducer(read, start, end) ?? start,
    end: commandBelow(read, start, end) ?? end,
  };
}

const isProgram = (name: string) => shippedCommands().entries.has(name);
const isCommandItem = (words: string) => isCommand(withoutMarker(words), isProgram);

function withoutLabel(text: string, start: number, end: number): number {
  const words = text.slice(start, end);
  const bare = withoutMarker(words);
  const mark = words.length - bare.length;
  const label = mark + (LABEL.exec(bare)?.[0].length ?? -mark);
  return label > 0 && isProse(text.slice(start + label, end)) ? start + label : start;
}

/** Returns the start of the sentence that introduces a command, searching past others of the same list. */
function introducer({ text, sentences }: SplitText, start: number, end: number): number | null {
  if (!isCommandItem(text.slice(start, end))) return null;
  const command = sentenceAt(sentences, start);
  for (let at = command - 1; at >= command - MAX_COMMANDS; at -= 1) {
    const previous = sentences[at];
    if (previous === undefined || end - previous.start > MAX_SENTENCE) return null;
    const words = text.slice(previous.start, previous.end);
    if (INTRODUCES.test(words)) return previous.start;
    if (!isCommandItem(words)) return null;
  }
  return null;
}

/** Returns the end of the command that a sentence introduces. */
function commandBelow({ text, sentences }: SplitText, start: number, end: number): number | null {
  const next = sentences[sentenceAt(sentences, Math.max(start, end - 1)) + 1];
  if (next === undefined || next.end - start > MAX_SENTENCE) return null;
  const isIntroduced = INTRODUCES.test(text.slice(start, end));
  return isIntroduced && isCommandItem(text.slice(next.start, next.end)) ? next.end : null;
}
