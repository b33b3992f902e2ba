import { kindOf, type Start, STARTS } from "../catalogue/starts.ts";
import { foldText } from "../../platform/lib/text.ts";
import type { DraftSource } from "./source.ts";

/** Input of the choice of a log source. */
export interface SourceQuestion {
  attack_id: string;
  tactics: readonly string[];
  platforms: readonly string[];
  /** The analyst's telemetry in words: `Sysmon process creation`, `CloudTrail`, `SigninLogs`. */
  telemetry: string | null;
}

/**
 * Chooses the log source that a rule for a technique starts from. Telemetry that names a known source takes precedence.
 * Otherwise the kind that best detects the technique is used, on its first platform that has it.
 */
export function chooseSource(question: SourceQuestion): DraftSource {
  const named = question.telemetry === null ? [] : startsNamed(question.telemetry);
  const start = pick(named.length > 0 ? named : STARTS, question) ?? named[0] ?? STARTS[0];
  if (start === undefined) throw new Error("The catalogue has nothing to start from.");
  return { name: start.name, sigma: start.sigma, ...start.reach };
}

function pick(
  starts: readonly Start[],
  { attack_id, tactics, platforms }: SourceQuestion,
): Start | undefined {
  const kinds = [kindOf(attack_id, tactics), "process", "control"];
  const onPlatform = starts.filter((start) =>
    start.platforms.some((name) => platforms.includes(name)),
  );
  for (const kind of kinds) {
    const found = onPlatform.find((start) => start.kind === kind);
    if (found !== undefined) return found;
  }
  return onPlatform[0];
}

/** Returns whether telemetry names a known source, in words. */
export function namesSource(telemetry: string): boolean {
  return startsNamed(telemetry).length > 0;
}

/** Returns the sources that most words of the telemetry name, or an empty list if no word is known. */
function startsNamed(telemetry: string): Start[] {
  const words = new Set(foldText(telemetry).split(/[^\p{L}\p{N}]+/u));
  const exact = STARTS.filter(({ name }) => name === foldText(telemetry));
  if (exact.length > 0) return exact;
  const scores = STARTS.map((start) => start.words.filter((word) => words.has(word)).length);
  const best = Math.max(...scores);
  return best === 0 ? [] : STARTS.filter((_, place) => scores[place] === best);
}
