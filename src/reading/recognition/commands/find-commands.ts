import { followId } from "../../../knowledge/attack/ids/follow-id.ts";
import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import type { Block, Span } from "../../../text/document/document.ts";
import { spanAt } from "../../../text/document/span-at.ts";
import type { Sentence } from "../../../text/sentences/sentences.ts";
import type { TechniqueMention } from "../detectors.ts";
import {
  asksForArguments,
  asksForNothing,
  asksForSubcommand,
  type CommandEntry,
  type CommandTable,
  type EntryClass,
  meets,
  shippedCommands,
} from "./command-table.ts";
import { isCmdlet, isNoWord, isSyntax, mayNameProgram } from "./command-lines.ts";
import { type Invocation, readInvocations } from "./read-invocations.ts";
import { isReportedAsRun } from "./run-cues.ts";
import { type Agents, readAgents } from "./command-agents.ts";

/** A command that indicates a technique. */
export interface CommandMention extends TechniqueMention {
  /** Index of its sentence. */
  sentence: number;
  /** Whether it is a whole line, of code or text, rather than part of a sentence. */
  isLine: boolean;
  /** Whether the agent named last before it is not the adversary. */
  isByOthers: boolean;
}

/** Minimum confidence for a finding. Below it, a command is a candidate. */
export const COMMAND_FINDS = 0.5;

/** Precision by class, measured on reports (docs/measuring.md). */
export const CONFIDENCE: Record<EntryClass, number> = { sure: 0.9, likely: 0.75, weak: 0.3 };
const HASH = /^[0-9a-f]{32,64}$/u;
const MAX_PRINTED = 200;

/** The parts of a text that the command search needs. */
export interface CommandText {
  /** Without furniture. */
  text: string;
  blocks: readonly Block[];
  sentences: readonly Sentence[];
}

/**
 * Finds commands in the sentences that start in a part of the text, in order, with the release's techniques for them.
 * Linear in the part.
 */
export function findCommands(
  { text, blocks, sentences }: CommandText,
  part: Span,
  release: ReleaseIndex,
  table: CommandTable = shippedCommands(),
): CommandMention[] {
  if (release.domain !== "enterprise-attack") return [];
  const isProgram = (name: string) => table.entries.has(name);
  const found: CommandMention[] = [];
  for (let sentence = spanAt(sentences, part.start); sentence < sentences.length; sentence += 1) {
    const span = sentences[sentence];
    if (span === undefined || span.start >= part.end) break;
    if (span.start < part.start) continue;
    if (!mayNameProgram(text, span, isProgram)) continue;
    const isCode = blocks[spanAt(blocks, span.start)]?.kind === "code";
    const region = { ...span, setting: isCode ? ("code" as const) : ("prose" as const) };
    const runs = readInvocations(text, region, isProgram);
    if (runs.length === 0) continue;
    const around = sentenceAround(text, span, runs);
    for (const run of runs) {
      for (const { attack_ids, class: kind } of entriesFor(run, around, table)) {
        for (const id of attack_ids) {
          const attack_id = followId(id, release);
          if (attack_id === "") continue;
          found.push({
            ...mentionOf(run, text, attack_id, kind),
            sentence,
            isLine: run.setting === "code",
            isByOthers: around.agents().areOthers(run.start),
          });
        }
      }
    }
  }
  return found;
}

function mentionOf(
  { start, end }: Invocation,
  text: string,
  attack_id: string,
  kind: EntryClass,
): TechniqueMention {
  const printed = text.slice(start, Math.min(end, start + MAX_PRINTED));
  return {
    attack_id,
    start,
    end,
    confidence: CONFIDENCE[kind],
    hit: { kind: "command", text: printed },
  };
}

/** A sentence with commands. Its words are analyzed once for all of them. */
interface Around {
  text: string;
  sentence: Span;
  words: () => readonly { word: string; start: number }[];
  agents: () => Agents;
}

function sentenceAround(text: string, sentence: Span, runs: readonly Invocation[]): Around {
  return {
    text,
    sentence,
    words: remember(() => wordsOf(text, sentence)),
    agents: remember(() => readAgents(text, sentence, runs)),
  };
}

/** Returns the first matching entry of the program, and those that apply in addition. */
function entriesFor(run: Invocation, around: Around, table: CommandTable): CommandEntry[] {
  const { program, setting, isFirst } = run;
  const { text, sentence } = around;
  const args = table.unix.has(program) ? run.cased : run.args;
  if (args.some((arg) => HASH.test(arg))) return [];
  const isCode = setting === "code";
  const isEveryday = table.everyday.has(program);
  const syntax = run.args.filter(isSyntax);
  const isReportedRun = remember(() => isReportedAsRun(text, sentence, run.list));
  const isPlain = !isCmdlet(program) && !(isCode && run.isLower) && syntax.length === 0;
  const certain = isPlain || !(isCode || isReportedRun()) ? syntax : args;
  const isOrder = isCode || (setting === "quoted" && args.length > 0) || syntax.length > 0;
  const isNamed = isOrder && (isCode || isFirst || isReportedRun());
  if (isEveryday && !isNamed && !(isSubcommand(args) && isReportedRun())) return [];
  const words = remember(() => around.words().map(({ word }) => word));
  const behind = remember(() =>
    around
      .words()
      .filter(({ start }) => start >= run.start)
      .map(({ word }) => word),
  );
  const isOwnWord = isCmdlet(program) && syntax.length > 0;
  const isRun = () =>
    isCode
      ? isLineOfItsOwn(run, text, table)
      : !isEveryday && (isOwnWord || hasSwitch(run) || isReportedRun());
  let isFound = false;
  return (table.entries.get(program) ?? []).filter((entry) => {
    if (isFound && !entry.isFurther) return false;
    if (!isFirst && setting !== "prose" && (isEveryday || !asksForArguments(entry))) return false;
    if (isEveryday && !isNamed && !asksForSubcommand(entry)) return false;
    if (!meets(entry, { args, certain, words: (isBehind) => (isBehind ? behind() : words()) }))
      return false;
    if (asksForNothing(entry) && !isRun()) return false;
    if (!entry.isFurther) isFound = true;
    return true;
  });
}

/**
 * Returns whether the arguments are only a subcommand: "Used net group and the net view command". More words belong to
 * the sentence.
 */
function isSubcommand(args: readonly string[]): boolean {
  return args.length === 1 || (args.length === 2 && /^commands?$/u.test(args[1] ?? ""));
}

/** Returns whether the program is followed by a switch, as in a shell: "Commands: ipconfig /all". */
function hasSwitch({ isFirst, args }: Invocation): boolean {
  return isFirst && /^[-/]\w/u.test(args[0] ?? "");
}

function remember<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => (made ??= { value: make() }).value;
}

function wordsOf(text: string, { start, end }: Span): { word: string; start: number }[] {
  const found = text.slice(start, end).matchAll(/\p{L}+/gu);
  return [...found].map(({ 0: word, index }) => ({
    word: word.toLowerCase(),
    start: start + index,
  }));
}

/**
 * Returns whether a line runs a program, for entries without conditions for its arguments. Excludes file lists and
 * titles.
 */
function isLineOfItsOwn(
  { program, args, start, end, isFirst, isLower }: Invocation,
  text: string,
  { everyday, own }: CommandTable,
): boolean {
  const printed = text.slice(start, end);
  const isFile = args.length === 0 && !own.has(program) && /\.\w{2,3}[.,;]?$/u.test(printed);
  const isName = isLower || isNoWord(program);
  const isPlain =
    args.length === 0 ? isName && !/[:"]$/u.test(printed) : isName || args.some(isSyntax);
  return isFirst && !isFile && isPlain && (args.length === 0 || !everyday.has(program));
}
