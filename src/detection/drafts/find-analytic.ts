import { analyticsOf } from "../../knowledge/attack/detections/detection-index.ts";
import type { DetectionRelease } from "../../knowledge/attack/detections/find-technique.ts";
import type { IndexedTechnique } from "../../knowledge/attack/release-index.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { type DraftAnalytic, fullName, toDraftAnalytic } from "./analytic.ts";
import { chooseAnalytic } from "./choose-analytic.ts";

/** The requested start of a draft; null if it is chosen automatically. */
interface Wanted {
  analytic_id: string | null;
  platform: string | null;
  telemetry: string | null;
}

/**
 * Returns the analytic that a rule is drafted from: the named one, else the technique's best. Returns null if the
 * release has none.
 * @throws AppError `not_found`: the technique has no such analytic
 */
export function findAnalytic(
  { index, detections }: DetectionRelease,
  technique: IndexedTechnique,
  { analytic_id: wanted, platform, telemetry }: Wanted,
): DraftAnalytic | null {
  const analytics = analyticsOf(detections, technique.attack_id).map((found) =>
    toDraftAnalytic(found, detections, fullName(technique, index.techniques)),
  );
  if (wanted === null) return chooseAnalytic(analytics, { platform, telemetry });
  const named = analytics.find(({ attack_id: id }) => id === wanted);
  if (named !== undefined) return named;
  const ids = analytics.map(({ attack_id: id }) => id).join(", ");
  throw new AppError(
    "not_found",
    `${technique.attack_id} has no analytic ${wanted}; ${ids === "" ? "the release names none for it" : `it has ${ids}`}.`,
  );
}
