import type { AsideReason } from "../acts/aside-reasons.ts";
import { reasonAt, type SentenceJudge } from "../acts/judge-sentences.ts";
import { asideOf } from "../acts/sections.ts";
import type { CommandMention, CommandText } from "./find-commands.ts";
import { readAgents } from "./command-agents.ts";

/** Fields and words of rules and queries, as printed: a command next to them is what a rule looks for. */
const RULE_WORDS: readonly string[] = `
CommandLine|process.command_line|process_command_line|logsource:|detection:
DeviceProcessEvents|DeviceEvents|InitiatingProcess|has_any|has_all|event_simpleName
ParentImage|OriginalFileName|process_name|parent_process|falsepositives|sourcetype=
fullword ascii| nocase|selection:|process.args|process.name|event.code|index=`
  .trim()
  .split(/[|\n]/u);
/** Lines of one listing that are looked over for what introduces them, and for the words of a rule. */
const MAX_LINES = 12;
const RULE_LINES = 2;
/** What a sentence says of the commands below it; others, such as a caption, introduce what was run. */
const INTRODUCTIONS: ReadonlySet<AsideReason> = new Set([
  "advice",
  "detection",
  "instruction",
  "negation",
  "question",
  "hypothetical",
]);

/**
 * Why a command is not what an adversary ran, or null. A line of code says nothing of itself: its section does, or
 * the sentence that introduces it.
 */
export function judgeCommand(
  { sentence, start, isLine, isByOthers }: CommandMention,
  { text, sentences }: CommandText,
  judge: SentenceJudge,
): AsideReason | null {
  if (isInRule(text, sentences, sentence)) return "detection";
  if (!isLine) {
    return isByOthers ? "other_agent" : reasonAt(judge.at(sentence), start);
  }
  if (judge.at(sentence).whole === "instruction") return "instruction";
  const section = asideOf(judge.sectionAt(sentence));
  if (section !== null) return judge.at(sentence).whole;
  return introducedAs(text, sentences, sentence, judge);
}

function isInRule(text: string, sentences: CommandText["sentences"], sentence: number): boolean {
  const from = sentences[Math.max(0, sentence - RULE_LINES)]?.start ?? 0;
  const to = sentences[Math.min(sentences.length - 1, sentence + RULE_LINES)]?.end ?? text.length;
  return mentionsRule(text.slice(from, to));
}

/** What the sentence above says that ends with a colon; lines between belong to the same listing. */
function introducedAs(
  text: string,
  sentences: CommandText["sentences"],
  sentence: number,
  judge: SentenceJudge,
): AsideReason | null {
  for (let at = sentence - 1; at >= Math.max(0, sentence - MAX_LINES); at -= 1) {
    const span = sentences[at];
    if (span === undefined) return null;
    if (text.charAt(span.end - 1) === ":") {
      if (readAgents(text, span, []).areOthers(span.end)) return "other_agent";
      const reason = reasonAt(judge.at(at), span.end - 1);
      return reason !== null && INTRODUCTIONS.has(reason) ? reason : null;
    }
    if (/[.!?]$/u.test(text.slice(span.start, span.end))) return null;
  }
  return null;
}

function mentionsRule(text: string): boolean {
  return RULE_WORDS.some((word) => text.includes(word));
}
