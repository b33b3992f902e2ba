import { foldText } from "../../platform/lib/text.ts";
import type { DraftAnalytic } from "./analytic.ts";
import { namesSource } from "./choose-source.ts";
import { chooseTelemetry, MAX_CONSIDERED } from "./choose-telemetry.ts";
import { mapTelemetry } from "./map-telemetry.ts";

/** Input of the choice of an analytic. */
export interface AnalyticQuestion {
  platform: string | null;
  telemetry: string | null;
}

/** The platforms that most readers collect from; they win among analytics with equal telemetry. */
const USUAL_PLATFORMS = ["Windows", "Linux"];

/**
 * Chooses the analytic to draft a rule from: one of the requested platform, or of any, with a log source, and in this
 * order
 * 1. the one whose log sources best match the given telemetry,
 * 2. the one whose log source the catalogue maps with the highest certainty (channel, name, not at all),
 * 3. the one with the most log sources mapped by channel, down to event or operation,
 * 4. Windows, then Linux, then any other platform,
 * 5. the one with the most mapped log sources,
 * 6. the first in ATT&CK's order.
 *
 * Returns null if there is none, or if the generator knows the given telemetry but no analytic uses it.
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
      return [{ analytic, matches, sureness, ...countTelemetry(analytic) }];
    })
    .toSorted(
      (a, b) =>
        b.matches - a.matches ||
        b.sureness - a.sureness ||
        b.exact - a.exact ||
        a.platform - b.platform ||
        b.known - a.known,
    );
  const [best] = ranked;
  if (best === undefined) return null;
  const isElsewhere = telemetry !== null && best.matches === 0 && namesSource(telemetry);
  return isElsewhere ? null : best.analytic;
}

/** Counts the log sources in the catalogue, and those of them mapped by channel. */
function countTelemetry({ telemetry, platforms }: DraftAnalytic) {
  const certainties = telemetry.slice(0, MAX_CONSIDERED).map((one) => mapTelemetry(one).certainty);
  const usual = USUAL_PLATFORMS.findIndex((name) => platforms.includes(name));
  return {
    exact: certainties.filter((certainty) => certainty === "channel").length,
    known: certainties.filter((certainty) => certainty !== "unknown").length,
    platform: usual === -1 ? USUAL_PLATFORMS.length : usual,
  };
}
