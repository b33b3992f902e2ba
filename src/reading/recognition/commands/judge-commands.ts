import type { AsideReason } from "../acts/aside-reasons.ts";
import { reasonAt, type SentenceJudge } from "../acts/judge-sentences.ts";
import { asideOf } from "../acts/sections.ts";
import type { CommandMention, CommandText } from "./find-commands.ts";
import { readAgents } from "./command-agents.ts";

/** Fields and words of rules and queries, as printed. A command next to them is what a rule detects. */
const RULE_WORDS: readonly string[] = `
CommandLine|process.command_line|process_command_line|logsource:|detection:
DeviceProcessEvents|DeviceEvents|InitiatingProcess|has_any|has_all|event_simpleName
ParentImage|OriginalFileName|process_name|parent_process|falsepositives|sourcetype=
fullword ascii| nocase|selection:|process.args|process.name|event.code|index=`
  .trim()
  .split(/[|\n]/u);
/** Maximum lines of a listing to search for its introduction and for words of a rule. */
const MAX_LINES = 12;
const RULE_LINES = 2;
/**
 * Reasons in an introducing sentence that also apply to the commands below it. Others, such as a caption, introduce
 * commands that were run.
 */
const INTRODUCTIONS: ReadonlySet<AsideReason> = new Set([
  "advice",
  "detection",
  "instruction",
  "negation",
  "question",
  "hypothetical",
]);

/**
 * Returns why a command is not adversary activity, or null. A line of code has no reason itself, so its section or its
 * introducing sentence determines it.
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

/** Returns the reason of the sentence above that ends with a colon. Lines between belong to the same listing. */
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
