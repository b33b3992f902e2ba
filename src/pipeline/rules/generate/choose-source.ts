import { foldText } from "../../../platform/lib/text.ts";
import type { LogSource, SourceKind } from "./source.ts";
import { CONTROL_SOURCES } from "./sources/control.ts";
import { ENDPOINT_SOURCES } from "./sources/endpoint.ts";
import { NETWORK_SOURCES } from "./sources/network.ts";
import { HOST_SOURCES } from "./sources/windows.ts";
import { kindOf } from "./technique-kinds.ts";

const SOURCES: readonly LogSource[] = [
  ...ENDPOINT_SOURCES,
  ...HOST_SOURCES,
  ...NETWORK_SOURCES,
  ...CONTROL_SOURCES,
];

/** What the choice of a log source looks at. */
export interface SourceQuestion {
  attack_id: string;
  tactics: readonly string[];
  platforms: readonly string[];
  /** What the analyst has, in words: `Sysmon process creation`, `CloudTrail`, `SigninLogs`. */
  telemetry: string | null;
}

/**
 * The log source that a rule for a technique starts from. Telemetry that names one of our sources
 * wins; otherwise the kind that shows the technique best, on the first of its platforms that has it.
 */
export function chooseSource(question: SourceQuestion): LogSource {
  const named = question.telemetry === null ? [] : sourcesNamed(question.telemetry);
  const source = pick(named.length > 0 ? named : SOURCES, question) ?? named[0] ?? SOURCES[0];
  if (source === undefined) throw new Error("there are no log sources");
  return source;
}

function pick(
  sources: readonly LogSource[],
  { attack_id, tactics, platforms }: SourceQuestion,
): LogSource | undefined {
  const kinds: SourceKind[] = [kindOf(attack_id, tactics), "process", "control"];
  const onPlatform = sources.filter((s) => s.platforms.some((name) => platforms.includes(name)));
  for (const kind of kinds) {
    const found = onPlatform.find((source) => source.kind === kind);
    if (found !== undefined) return found;
  }
  return onPlatform[0];
}

/** Whether telemetry names one of our sources, in words. */
export function namesSource(telemetry: string): boolean {
  return sourcesNamed(telemetry).length > 0;
}

/** The sources that most words of the telemetry name; none when no word is known. */
function sourcesNamed(telemetry: string): LogSource[] {
  const words = new Set(foldText(telemetry).split(/[^\p{L}\p{N}]+/u));
  const exact = SOURCES.filter(({ name }) => name === foldText(telemetry));
  if (exact.length > 0) return exact;
  const scores = SOURCES.map((source) => source.words.filter((word) => words.has(word)).length);
  const best = Math.max(...scores);
  return best === 0 ? [] : SOURCES.filter((_, place) => scores[place] === best);
}
