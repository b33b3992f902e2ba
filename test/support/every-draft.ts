import {
  type DetectionIndex,
  indexDetections,
} from "../../src/knowledge/attack/detections/detection-index.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import {
  type DraftAnalytic,
  fullName,
  toDraftAnalytic,
} from "../../src/detection/drafts/analytic.ts";
import type { RuleTechnique, SkeletonRequest } from "../../src/detection/drafts/skeleton.ts";
import { writeSkeleton } from "../../src/detection/drafts/write-skeleton.ts";
import type { RuleLanguage } from "../../src/detection/languages/vocabulary.ts";

export interface Draftable {
  technique: RuleTechnique;
  analytic: DraftAnalytic;
}

/** Every analytic with a log source, under its technique; those of no strategy under any. */
export function draftables({ techniques, detections }: ReleaseContent): Draftable[] {
  const index: DetectionIndex = indexDetections(detections, true);
  const active = new Map(
    techniques.filter(({ state }) => state === "active").map((t) => [t.attack_id, t]),
  );
  const none = { attack_id: "DET0000", name: "None", techniques: [...active.keys()].slice(0, 1) };
  return index.analytics
    .filter(({ log_sources: sources }) => sources.length > 0)
    .map((analytic) => {
      const strategy =
        index.strategies.find(({ analytics }) => analytics.includes(analytic.attack_id)) ?? none;
      const technique = active.get(strategy.techniques[0] ?? "");
      if (technique === undefined) throw new Error(`${analytic.attack_id} is of no technique`);
      return {
        technique,
        analytic: toDraftAnalytic(
          { strategy: strategy as never, analytic },
          index,
          fullName(technique, active),
        ),
      };
    });
}

/** The draft of a technique, with what does not depend on it filled in. */
export function draft(
  language: RuleLanguage,
  request: Pick<SkeletonRequest, "technique"> & Partial<SkeletonRequest>,
): string {
  return writeSkeleton(language, {
    title: "Title",
    analytic: null,
    telemetry: null,
    rule_id: "11111111-2222-4333-8444-555555555555",
    author: "ann",
    date: "2026-11-21",
    modified: null,
    session_id: null,
    report_id: null,
    ...request,
  });
}
