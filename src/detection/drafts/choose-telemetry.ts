import { foldText } from "../../platform/lib/text.ts";
import type { DraftAnalytic } from "./analytic.ts";
import { type Certainty, type MappedTelemetry, mapTelemetry } from "./map-telemetry.ts";

/** Log sources of an analytic that are looked at; a release has never more than ten. */
export const MAX_CONSIDERED = 200;

const CERTAINTIES: readonly Certainty[] = ["unknown", "name", "channel"];

/** The log source of an analytic that its draft reads. */
export interface ChosenTelemetry extends MappedTelemetry {
  /** How many words of the telemetry that was asked for name it. */
  matches: number;
  /** Whether the telemetry that was asked for is its very name. */
  isNamed: boolean;
}

/**
 * The log source that the draft of an analytic reads: the one that the given telemetry names best,
 * among equals the one that the table knows most surely, then the first. Null without any.
 */
export function chooseTelemetry(
  analytic: DraftAnalytic,
  telemetry: string | null,
): ChosenTelemetry | null {
  const wanted = foldText(telemetry ?? "");
  const chosen = analytic.telemetry
    .slice(0, MAX_CONSIDERED)
    .map(mapTelemetry)
    .map((mapped) => ({ ...mapped, ...matchOf(mapped, wanted) }));
  return chosen.toSorted((a, b) => b.matches - a.matches || rank(b) - rank(a))[0] ?? null;
}

function rank({ certainty }: MappedTelemetry): number {
  return CERTAINTIES.indexOf(certainty);
}

/** Its very name counts for more than any words of it. */
function matchOf({ telemetry, source }: MappedTelemetry, wanted: string) {
  const name = foldText(telemetry.name);
  const full = foldText(`${telemetry.name}:${telemetry.channel ?? ""}`);
  const isNamed = wanted === name || wanted === full;
  if (isNamed) return { isNamed, matches: wanted === full ? 2000 : 1000 };
  const words = wordsOf(
    [telemetry.name, telemetry.component, source.kql.table, Object.values(source.sigma)].join(" "),
  );
  return { isNamed, matches: [...wordsOf(wanted)].filter((word) => words.has(word)).length };
}

function wordsOf(text: string): Set<string> {
  return new Set(
    foldText(text)
      .split(/[^\p{L}\p{N}]+/u)
      .filter((word) => word.length > 2),
  );
}
