import { writeNavigator } from "../../layers/navigator/write-navigator.ts";
import { compareText } from "../../../platform/lib/text.ts";
import { markingOf } from "../content/marking.ts";
import type { SessionReport } from "./read-session-report.ts";

/** Colors of 0 and 100, legible under black text. */
const GRADIENT = { colors: ["#ffffff", "#fdae6b"], minValue: 0, maxValue: 100 };

/** Builds a Navigator layer of a session: confidence in percent as score, evidence as comment. */
export function buildNavigatorLayer(report: SessionReport) {
  const { title, summary, domain, version, session_id: id, model } = report;
  const marking = markingOf(report);
  const techniques = [...report.techniques].sort((a, b) => compareText(a.attack_id, b.attack_id));
  const covered = report.coverage_states?.techniques ?? [];
  const states = new Map(covered.map(({ attack_id, state }) => [attack_id, state]));
  return writeNavigator({
    name: title,
    description: summary,
    domain,
    version,
    technique_ids: techniques.map(({ attack_id }) => attack_id),
    annotations: techniques.map((technique) => ({
      attack_id: technique.attack_id,
      score: Math.round(technique.confidence * 100),
      ...(technique.evidence !== "" && { comment: technique.evidence }),
      metadata: [
        { name: "review_status", value: technique.review_status },
        { name: "verified", value: String(technique.verified) },
        ...(technique.origin === "analyst" ? [{ name: "origin", value: "analyst" }] : []),
        ...(technique.replaced_from === null
          ? []
          : [{ name: "replaced_from", value: technique.replaced_from }]),
        ...(states.has(technique.attack_id)
          ? [{ name: "coverage", value: states.get(technique.attack_id) ?? "" }]
          : []),
      ],
    })),
    navigator: {
      sorting: 3,
      gradient: GRADIENT,
      layout: { layout: "side", showName: true, expandedSubtechniques: "annotated" },
      metadata: [
        { name: "session_id", value: id },
        { name: "release", value: `${domain} ${version}` },
        { name: "model", value: model },
        ...(marking === null ? [] : [{ name: "marking", value: marking.heading }]),
      ],
    },
  });
}
