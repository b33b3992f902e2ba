import { stixIdOf } from "../../../formats/stix/stix-id.ts";
import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import { CUSTOM_TYPE } from "../../../formats/observables/stix-names.ts";
import { customDefinition } from "../../../formats/observables/stix-observable.ts";
import { markingOf } from "../content/marking.ts";
import { publishedOn } from "../content/named.ts";
import type { SessionReport } from "./read-session-report.ts";
import { toAttackPattern } from "./stix-attack-pattern.ts";
import { toMarkingDefinitions } from "./stix-markings.ts";
import { toIntrusionSet, toSoftware } from "./stix-named.ts";
import { toNote } from "./stix-note.ts";
import { toUses } from "./stix-uses.ts";
import { toStixObservables } from "./stix-observables.ts";
import { stixLine, stixText, timestampOf } from "./stix-text.ts";

/** A STIX 2.1 bundle as we make it. */
export interface StixBundle {
  type: "bundle";
  id: string;
  objects: StixObject[];
}

/** What this session says; other objects are the same in every bundle, and public. */
const OWN_TYPES = new Set(["report", "note", "indicator", "relationship"]);

/**
 * A session as a STIX 2.1 bundle: a report of its attack-patterns, of the groups, software and
 * vulnerabilities that it names and of the observables there are, with the evidence as notes. Leads
 * stay out: overlap is no attribution, and what a program can do is not what was done. The same report
 * gives the same bundle.
 */
export function buildStixBundle(report: SessionReport): StixBundle {
  const marking = markingOf(report);
  const definitions = marking === null ? [] : toMarkingDefinitions(marking);
  const content = [...new Map(listContent(report).map((object) => [object.id, object])).values()];
  const objects = [toReport(report, content), ...content].map((object) =>
    signed(object, definitions),
  );
  return {
    type: "bundle",
    id: stixIdOf("bundle", report.session_id, report.modified),
    objects: [TOOL, ...definitions, ...extensionsOf(objects), ...objects],
  };
}

/** What says what our own objects are, where there are any. */
function extensionsOf(objects: readonly StixObject[]): StixObject[] {
  return objects.some(({ type }) => type === CUSTOM_TYPE) ? [customDefinition(TOOL.id)] : [];
}

function listContent(report: SessionReport): StixObject[] {
  const patterns = report.techniques.map((technique) =>
    toAttackPattern({ ...technique, tactics: [technique.tactic] }, report.domain),
  );
  const notes = report.techniques.flatMap((technique, place) => {
    const target = patterns[place];
    return target === undefined ? [] : (toNote(technique, target.id, report) ?? []);
  });
  const { groups, software } = report.named;
  const programs = software.map((item) => toSoftware(item, report));
  return [
    ...patterns,
    ...notes,
    ...groups.map((group) => toIntrusionSet(group, report)),
    ...programs,
    ...toUses(report, byAttackId(software, programs), byAttackId(report.techniques, patterns)),
    ...report.observables.flatMap((observable) => toStixObservables(observable, report)),
  ];
}

function byAttackId(
  named: readonly { attack_id: string }[],
  objects: readonly StixObject[],
): ReadonlyMap<string, StixObject> {
  return new Map(
    named.flatMap(({ attack_id: id }, place) => {
      const object = objects[place];
      return object === undefined ? [] : [[id, object] as const];
    }),
  );
}

/** Says whose word an object is and whom it may reach, where it is ours to say. */
function signed(object: StixObject, definitions: readonly StixObject[]): StixObject {
  const isOwn = OWN_TYPES.has(object.type);
  if (!isOwn && object.type !== "vulnerability") return object;
  return {
    ...object,
    created_by_ref: TOOL.id,
    ...(isOwn &&
      definitions.length > 0 && { object_marking_refs: definitions.map(({ id }) => id) }),
  };
}

/** How far the review of the report is, as a label that a consumer can filter by. */
function stateLabel({ review_state: state }: SessionReport): string {
  return `report-state:${state}`;
}

function toReport(report: SessionReport, content: readonly StixObject[]): StixObject {
  const { session_id: id, title, summary, created_at: created, modified, tags } = report;
  const description = stixText(summary);
  const labels = [...tags.map(stixLine).filter((tag) => tag !== ""), stateLabel(report)];
  return {
    type: "report",
    spec_version: "2.1",
    id: stixIdOf("report", id),
    created,
    modified,
    name: stixLine(title) || `Analysis ${id.slice(-12)}`,
    ...(description !== "" && { description }),
    labels,
    report_types: ["threat-report"],
    published: publicationOf(report),
    ...sourceOf(report),
    // A report must refer to something; one with nothing found refers to who found nothing.
    object_refs: content.length === 0 ? [TOOL.id] : content.map((object) => object.id),
  };
}

/** When the report itself was published, at the earliest where it names no day; else when it was read. */
function publicationOf(report: SessionReport): string {
  const date = publishedOn(report);
  if (date === null) return report.created_at;
  const [year, month = "01", day = "01"] = date.split("-");
  return timestampOf(`${year}-${month}-${day}T00:00:00.000Z`) ?? report.created_at;
}

/** Where the report was read. */
export function sourceOf({ source_url: url }: SessionReport) {
  if (url === null || !/^https?:/i.test(url) || !URL.canParse(url)) return {};
  return { external_references: [{ source_name: "report", url: new URL(url).href }] };
}
