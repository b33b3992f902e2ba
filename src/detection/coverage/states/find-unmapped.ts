import type { DetectionIndex } from "../../../knowledge/attack/detections/detection-index.ts";
import { compareText } from "../../../platform/lib/text.ts";
import { foldWords, sigmaNameOf } from "../telemetry/sigma-name.ts";
import type { CollectedTelemetry } from "../telemetry/rule-telemetry.ts";
import { telemetryOfRelease } from "../telemetry/telemetry.ts";
import type { CoverageRule } from "./rule-rows.ts";
import type { Coverage } from "./schema.ts";
import { MAX_UNMAPPED } from "./vocabulary.ts";

/**
 * Returns the log sources of rules that match neither the inventory nor a log source of the release, those of most
 * rules first. Only an entry in Sigma's own terms can cover them.
 */
export function findUnmapped(
  rules: readonly CoverageRule[],
  telemetry: CollectedTelemetry,
  detections: DetectionIndex,
): Coverage["unmapped"] {
  const released = telemetryOfRelease(detections);
  const counts = new Map<string | null, Coverage["unmapped"][number]>();
  for (const { logsource, event_ids: eventIds, state } of rules) {
    const isFound = [telemetry, released].some((one) =>
      isCollected(one.of(logsource, eventIds).collected),
    );
    if (isFound) continue;
    const words = foldWords(logsource);
    const log_source = words === null ? null : sigmaNameOf(words);
    const count = counts.get(log_source) ?? { log_source, rule_count: 0, enabled_count: 0 };
    count.rule_count += 1;
    if (state === "enabled") count.enabled_count += 1;
    counts.set(log_source, count);
  }
  return [...counts.values()]
    .sort(
      (a, b) => b.rule_count - a.rule_count || compareText(a.log_source ?? "", b.log_source ?? ""),
    )
    .slice(0, MAX_UNMAPPED);
}

function isCollected(collected: string): boolean {
  return collected === "all" || collected === "some";
}
