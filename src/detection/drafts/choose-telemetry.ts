import { foldText } from "../../platform/lib/text.ts";
import type { DraftAnalytic } from "./analytic.ts";
import { type Certainty, type MappedTelemetry, mapTelemetry } from "./map-telemetry.ts";

/** Maximum log sources of an analytic to consider; no release has more than ten. */
export const MAX_CONSIDERED = 200;

const CERTAINTIES: readonly Certainty[] = ["unknown", "name", "channel"];

/** The log source of an analytic that its draft uses. */
export interface ChosenTelemetry extends MappedTelemetry {
  /** Number of words in the requested telemetry that match it. */
  matches: number;
  /** Whether the requested telemetry is exactly its name. */
  isNamed: boolean;
}

/**
 * Chooses the log source for the draft of an analytic: the best match of the given telemetry, then the one mapped with
 * the highest certainty, then the first. Returns null if there is none.
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

/** Matches a log source with the requested telemetry. An exact name outweighs any matching words. */
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
