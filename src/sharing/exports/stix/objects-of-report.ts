import type { StixObject } from "../../../formats/stix/stix-object.ts";
import { isIndicator } from "../content/observable-lists.ts";
import { markingOf } from "../content/marking.ts";
import type { ExportedObservable } from "../content/session-content.ts";
import type { SessionReport } from "../session/read-session-report.ts";
import { toAttackPattern } from "./attack-pattern.ts";
import { listNamed } from "./list-named.ts";
import { toNote } from "./note.ts";
import { objectsOfObservable } from "./observable.ts";
import { keyOfValue, toRelationships } from "./relationships.ts";
import { toReport } from "./report.ts";
import { signObjects } from "./sign-objects.ts";

/**
 * Returns all STIX 2.1 objects of a report: the report, its attack-patterns with evidence as notes, its groups,
 * software, vulnerabilities and observables, their relationships, and the referenced identity, markings and extensions.
 * Leads are excluded: overlap is not attribution, and a program's capabilities are not observed behavior. The same
 * report yields the same objects.
 */
export function objectsOfReport(report: SessionReport): StixObject[] {
  const marking = markingOf(report);
  return signObjects(contentOfReport(report), () => marking);
}

/** Returns the report and its referenced objects, without marking and author. */
export function contentOfReport(report: SessionReport): StixObject[] {
  const content = [...new Map(listContent(report).map((object) => [object.id, object])).values()];
  return [toReport(report, content), ...content];
}

function listContent(report: SessionReport): StixObject[] {
  const patterns = new Map(
    report.techniques.map((technique) => [
      technique.attack_id,
      toAttackPattern({ ...technique, tactics: [technique.tactic] }, report.domain),
    ]),
  );
  const notes = report.techniques.flatMap((technique) => {
    const target = patterns.get(technique.attack_id);
    return target === undefined ? [] : (toNote(technique, target.id, report) ?? []);
  });
  const named = listNamed(report);
  const observables = report.observables.map((observable) => ({
    observable,
    objects: toObservable(observable, report),
  }));
  const content = [
    ...patterns.values(),
    ...notes,
    ...named.map(({ object }) => object),
    ...observables.flatMap(({ objects }) => objects),
  ];
  const relationships = toRelationships(report, {
    things: named.map(({ thing }) => thing),
    patterns,
    indicators: new Map(
      observables.flatMap(({ observable, objects }) => {
        const indicator = objects.find(({ type }) => type === "indicator");
        return indicator === undefined ? [] : [[keyOfValue(observable), indicator] as const];
      }),
    ),
  });
  // A person may have removed objects that the text mentions.
  const known = new Set(content.map(({ id }) => id));
  return [
    ...content,
    ...relationships.filter(({ target_ref: target }) => known.has(String(target))),
  ];
}

/**
 * Converts an observable. It is an indicator if a person confirmed it or the report lists it as one; a mere mention
 * asserts nothing.
 */
function toObservable(observable: ExportedObservable, report: SessionReport): StixObject[] {
  const { kind, value, written, confirmed, listed } = observable;
  const exchanged = { kind, value: written ?? value, normalized_value: value };
  if (!isIndicator(observable)) return objectsOfObservable(exchanged, null);
  const reasons = [
    ...(listed ? ["The report names it as an indicator of compromise."] : []),
    ...(confirmed ? ["An analyst confirmed it."] : []),
  ];
  return objectsOfObservable(exchanged, {
    description: reasons.join(" "),
    isMalicious: listed,
    first_seen: report.created_at,
    last_seen: report.created_at,
    modified: report.modified,
    reports: 1,
  });
}
