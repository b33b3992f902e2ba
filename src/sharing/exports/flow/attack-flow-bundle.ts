import { stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import { markingOf } from "../content/marking.ts";
import type { ReportedTechnique, SessionReport } from "../session/read-session-report.ts";
import type { StixBundle } from "../stix/bundle.ts";
import { sourceOf } from "../stix/report.ts";
import { toMarkingDefinitions } from "../stix/markings.ts";
import { confidenceOf, labelsOf } from "../stix/note.ts";
import { stixLine, stixText } from "../stix/text.ts";
import { ATTACK_FLOW_DEFINITION, ATTACK_FLOW_OBJECTS } from "./attack-flow-definition.ts";
import type { Step } from "./order-steps.ts";
import { describeFlow, type Flow, nameFlow, tacticIdOf } from "./read-flow.ts";

/**
 * Builds an Attack Flow 2.0.0 of a session: an action for each technique, with the next one as its effect. Conditions,
 * operators and assets are left to analysts, since no finding describes them.
 */
export function buildAttackFlow(flow: Flow): StixBundle {
  const { report, steps, loose } = flow;
  const marking = markingOf(report);
  const definitions = marking === null ? [] : toMarkingDefinitions(marking);
  const common = {
    spec_version: "2.1",
    created: report.created_at,
    modified: report.modified,
    extensions: { [ATTACK_FLOW_DEFINITION.id]: { extension_type: "new-sdo" } },
    ...(definitions.length > 0 && { object_marking_refs: definitions.map(({ id }) => id) }),
  };
  const actions = [...steps, ...loose].map((step, at) => ({
    ...common,
    ...toAction(step, report),
    ...effectsOf(at < steps.length ? steps[at + 1] : undefined, report),
  }));
  const starts = [...steps.slice(0, 1), ...loose];
  const head: StixObject = {
    ...common,
    type: "attack-flow",
    id: stixIdOf("attack-flow", report.session_id),
    created_by_ref: TOOL.id,
    name: nameFlow(flow),
    description: stixText(describeFlow(flow)),
    // It is unknown whether this is an incident, a campaign or malware.
    scope: "other",
    start_refs: starts.map(({ technique }) => actionId(technique, report)),
    ...sourceOf(report),
  };
  return {
    type: "bundle",
    id: stixIdOf("bundle", "attack-flow", report.session_id, report.modified),
    objects: [...ATTACK_FLOW_OBJECTS, TOOL, ...definitions, head, ...actions],
  };
}

function toAction(
  { technique, passage }: Step<ReportedTechnique>,
  report: SessionReport,
): StixObject {
  const { attack_id: id, name, published } = technique;
  const tacticId = tacticIdOf(technique, report);
  const description = stixText(passage);
  return {
    type: "attack-action",
    id: actionId(technique, report),
    name: stixLine(name) || id,
    ...(tacticId !== null && { tactic_id: tacticId }),
    technique_id: id,
    ...(published !== null && { technique_ref: published.stix_id }),
    ...(description !== "" && { description }),
    ...confidenceOf(technique),
    labels: labelsOf(technique),
  };
}

function effectsOf(next: Step<ReportedTechnique> | undefined, report: SessionReport) {
  return next === undefined ? {} : { effect_refs: [actionId(next.technique, report)] };
}

function actionId({ attack_id: id }: ReportedTechnique, { session_id: session }: SessionReport) {
  return stixIdOf("attack-action", session, id);
}
