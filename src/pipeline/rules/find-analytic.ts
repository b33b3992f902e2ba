import { analyticsOf } from "../../knowledge/attack/detections/detection-index.ts";
import type { DetectionRelease } from "../../knowledge/attack/detections/find-technique.ts";
import type { IndexedTechnique } from "../../knowledge/attack/release-index.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { type DraftAnalytic, fullName, toDraftAnalytic } from "./generate/analytic.ts";
import { chooseAnalytic } from "./generate/choose-analytic.ts";
import type { RuleOrder } from "./schema.ts";

/**
 * The analytic that a rule is drafted from: the one that is named, else the best one of the
 * technique. Null where the release has none for it.
 * @throws AppError `not_found`: the technique has no such analytic
 */
export function findAnalytic(
  { index, detections }: DetectionRelease,
  technique: IndexedTechnique,
  { analytic_id: wanted, platform, telemetry }: RuleOrder,
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
