import { foldText } from "../../../platform/lib/text.ts";
import type { DraftAnalytic } from "./analytic.ts";
import { namesSource } from "./choose-source.ts";
import { chooseTelemetry, MAX_CONSIDERED } from "./choose-telemetry.ts";
import { isLastRow, rowOf } from "./telemetry-table.ts";

/** What the choice of an analytic looks at. */
export interface AnalyticQuestion {
  platform: string | null;
  telemetry: string | null;
}

/**
 * The analytic that a rule is best drafted from: of the asked platform, with a log source, and in
 * this order
 * 1. the one whose log sources the given telemetry names best,
 * 2. the one whose log source the table knows most surely (channel, name, not at all),
 * 3. the one with the most log sources that the table knows, as it sees the most,
 * 4. the first in ATT&CK's order.
 * Null where there is none, or where the given telemetry is one that the generator knows, and none
 * of them reads it.
 */
export function chooseAnalytic(
  analytics: readonly DraftAnalytic[],
  { platform, telemetry }: AnalyticQuestion,
): DraftAnalytic | null {
  const wanted = foldText(platform ?? "");
  const ranked = analytics
    .filter(({ platforms }) => wanted === "" || platforms.some((name) => foldText(name) === wanted))
    .flatMap((analytic) => {
      const chosen = chooseTelemetry(analytic, telemetry);
      if (chosen === null) return [];
      const { matches, certainty } = chosen;
      const sureness = { channel: 2, name: 1, unknown: 0 }[certainty];
      return [{ analytic, matches, sureness, known: countKnown(analytic) }];
    })
    .toSorted((a, b) => b.matches - a.matches || b.sureness - a.sureness || b.known - a.known);
  const [best] = ranked;
  if (best === undefined) return null;
  const isElsewhere = telemetry !== null && best.matches === 0 && namesSource(telemetry);
  return isElsewhere ? null : best.analytic;
}

function countKnown({ telemetry }: DraftAnalytic): number {
  return telemetry
    .slice(0, MAX_CONSIDERED)
    .filter(({ name, event_codes: codes }) => !isLastRow(rowOf(name, codes))).length;
}
