import { BALANCED, languageModelCut } from "../../analyser/strictness.ts";
import { UNEXPLAINED } from "../../recognition/found-technique.ts";
import type { AnalysisRequest, ProviderFindings } from "../analysis-provider.ts";
import { parseAnswer, type ReadAnswer } from "./parse-answer.ts";

/** Parses an answer. If it is unreadable, or none of its rows are readable, returns a fault to ask again. */
export function readWhole(text: string): { answer: ReadAnswer } | { fault: string } {
  const parsed = parseAnswer(text);
  if (!("answer" in parsed)) return parsed;
  const [first] = parsed.rejected;
  if (first === undefined || parsed.answer.techniques.length > 0) return { answer: parsed };
  return { fault: `No technique could be read: ${first.attack_id} ${first.reason}.` };
}

/** Merges the answers about the parts of a report. Grounding merges duplicates. */
export function mergeAnswers(
  read: readonly ReadAnswer[],
  groups: readonly string[],
  { document, strictness = BALANCED }: AnalysisRequest,
): Omit<ProviderFindings, "check" | "usage"> {
  const answers = read.map(({ answer }) => answer);
  return {
    summary: [...new Set(answers.map(({ summary }) => summary.trim()))].filter(Boolean).join(" "),
    rejected: read.flatMap(({ rejected }) => rejected),
    techniques: answers.flatMap(({ techniques }) =>
      techniques.map((technique) => ({
        ...technique,
        evidence_start: null,
        evidence_end: null,
        passages: [],
        warnings: [],
        explanation: UNEXPLAINED,
      })),
    ),
    threshold: languageModelCut(strictness),
    set_aside: [],
    candidates: [],
    group_names: [...new Set([...groups, ...answers.flatMap((answer) => answer.groups)])],
    chunks: answers.length,
    chars_analyzed: document.text.length,
  };
}
