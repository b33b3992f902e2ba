import { v5 as uuidv5 } from "uuid";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import { markingOf } from "../content/marking.ts";
import type { ReportedTechnique } from "../session/read-session-report.ts";
import { sourceOf } from "../stix/report.ts";
import { confidenceOf } from "../stix/note.ts";
import { stixLine, stixText } from "../stix/text.ts";
import { columnOf } from "./builder-layout.ts";
import type { Step } from "./order-steps.ts";
import { describeFlow, type Flow, nameFlow, tacticIdOf } from "./read-flow.ts";

/** The Builder serializes dictionaries and lists as pairs of key and value, at every depth. */
type Entries = [key: string, value: unknown][];
interface BuilderObject {
  id: string;
  instance: string;
  [property: string]: unknown;
}
type ReportedStep = Step<ReportedTechnique>;

/** Confidence names of the Builder, with the lower bound of each in percent. */
const CONFIDENCES = [
  [95, "certain"],
  [80, "very-probable"],
  [60, "probable"],
  [40, "even-odds"],
  [20, "doubtful"],
  [5, "very-doubtful"],
  [0, "speculative"],
] as const;
/** Anchors are named by their angle on the block. */
const TOP = "90";
const BOTTOM = "270";
const LOOSE_COLUMN = 500;

/**
 * Builds a file for the Attack Flow Builder 3: the session's actions in one column with arrows from top to bottom, and
 * the actions without a position in a second column.
 */
export function buildBuilderFile(flow: Flow) {
  const { report, steps, loose } = flow;
  const instance = (...key: readonly string[]) => uuidv5(JSON.stringify(key), report.session_id);
  const actions = [...steps, ...loose].map((step, at) => {
    const isStep = at < steps.length;
    const sides = [
      ...(isStep && at > 0 ? [TOP] : []),
      ...(isStep && at + 1 < steps.length ? [BOTTOM] : []),
    ];
    return toAction(step, flow, sides, instance);
  });
  const links = steps.slice(1).map((step, at) => toLink(steps[at] ?? step, step, instance));
  const canvas: BuilderObject = {
    id: "flow",
    instance: instance("flow"),
    properties: describeCanvas(flow, instance("source")),
    objects: [...actions, ...links.map(({ line }) => line)].map((object) => object.instance),
  };
  const columns = [...columnOf(steps, 0), ...columnOf(loose, LOOSE_COLUMN)];
  return {
    schema: "attack_flow_v2",
    theme: "dark_theme",
    objects: [canvas, ...actions, ...links.flatMap(({ line, ends }) => [line, ...ends])],
    layout: Object.fromEntries(
      columns.map((place, at) => [actions[at]?.instance ?? canvas.instance, place]),
    ),
    camera: { x: 0, y: 0, k: 0.6 },
  };
}

function describeCanvas(flow: Flow, source: string): Entries {
  const { report } = flow;
  const marking = markingOf(report);
  const { external_references: sources = [] } = sourceOf(report);
  const description = [...(marking === null ? [] : [marking.heading]), describeFlow(flow)];
  return [
    ["name", nameFlow(flow)],
    ["description", stixText(description.join("\n\n"))],
    ["author", Object.entries({ name: TOOL["name"], identity_class: TOOL["identity_class"] })],
    ["scope", "other"],
    ["external_references", sources.map((reference) => [source, Object.entries(reference)])],
    ["created", report.created_at],
  ];
}

function toAction(
  { technique, passage }: ReportedStep,
  { report }: Flow,
  sides: readonly string[],
  instance: (...key: readonly string[]) => string,
): BuilderObject {
  const { attack_id: id, name } = technique;
  const { confidence } = confidenceOf(technique);
  const properties: Entries = [
    ["name", stixLine(name) || id],
    ["ttp", Object.entries({ tactic: tacticIdOf(technique, report), technique: id })],
    ["description", stixText(passage)],
    ["confidence", CONFIDENCES.find(([least]) => (confidence ?? -1) >= least)?.[1] ?? null],
  ];
  return {
    id: "action",
    instance: instance(id),
    properties,
    anchors: Object.fromEntries(sides.map((side) => [side, instance(id, side)])),
  };
}

/** Builds an arrow from the bottom of one action to the top of the next, with the objects that connect it to them. */
function toLink(
  { technique: { attack_id: from } }: ReportedStep,
  { technique: { attack_id: to } }: ReportedStep,
  instance: (...key: readonly string[]) => string,
): { line: BuilderObject; ends: BuilderObject[] } {
  const [source, target] = [instance(from, "source"), instance(to, "target")];
  const handle = instance(from, "handle");
  const anchor = (id: string, side: string, latch: string): BuilderObject => ({
    id: "vertical_anchor",
    instance: instance(id, side),
    latches: [latch],
  });
  return {
    line: {
      id: "dynamic_line",
      instance: instance(from, "line"),
      source,
      target,
      handles: [handle],
    },
    ends: [
      anchor(from, BOTTOM, source),
      anchor(to, TOP, target),
      { id: "generic_latch", instance: source },
      { id: "generic_latch", instance: target },
      { id: "generic_handle", instance: handle },
    ],
  };
}
