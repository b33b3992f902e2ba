import { stringOf, type StixObject } from "../../../../formats/stix/stix-object.ts";
import type { AttributeCounts } from "../attribute-counts.ts";
import type { Imported, Place } from "../imported.ts";
import { type Links, techniquesOf } from "./links.ts";
import type { LooseReport } from "./loose-report.ts";
import { type MemberValues, valuesOfMember } from "./member-values.ts";
import { CYBER_OBSERVABLES } from "./object-values.ts";
import { reportOf } from "./report-of.ts";
import { articleOf, titleOf } from "./titles.ts";

/** Objects whose observables go to the report that they belong to. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...CYBER_OBSERVABLES,
  "indicator",
  "observed-data",
  "vulnerability",
]);

/** Objects that are meaningful even without a value of a known kind. */
const TELLING: ReadonlySet<string> = new Set(["indicator", "observed-data"]);

/** Maximum number of faults reported per object. */
const MAX_FLAWS = 50;

/** Returns whether an object adds observables to a report of its bundle. */
function isMember({ type, value, revoked }: StixObject): boolean {
  return revoked !== true && (MEMBERS.has(type) || stringOf(value) !== null);
}

/** Returns whether an object adds observables that no report of its bundle refers to. */
export function isLoose(object: StixObject, links: Links): boolean {
  const isTechnique = object.type === "attack-pattern";
  return !isTechnique && isMember(object) && reportOf(object.id, links) === null;
}

/**
 * Yields the import of an object that is not a report: its observables, for the report that refers to it or for the
 * bundle's report.
 */
export function* toMember(
  place: Place,
  object: StixObject,
  links: Links,
  loose: LooseReport,
): Generator<Imported> {
  if (object["revoked"] === true) {
    yield { ...place, outcome: "ignored", reason: "is revoked" };
    return;
  }
  if (object.type === "attack-pattern") {
    yield* toTechnique(place, object, links);
    return;
  }
  if (!isMember(object)) {
    yield { ...place, outcome: "ignored", reason: `${object.type} objects are not imported` };
    return;
  }
  const values = valuesOfMember(object, links);
  for (const reason of flawsOf(values)) yield { ...place, outcome: "flawed", reason };
  yield* placed({ ...place, attributes: values.counts }, object, values, { links, loose });
}

/** Returns the unusable parts of a member. */
function flawsOf({ faults, language }: MemberValues): string[] {
  const flaws = faults.slice(0, MAX_FLAWS);
  if (language === null) return flaws;
  return [...flaws, `has a pattern of the language ${language}, which is not read for observables`];
}

interface Around {
  links: Links;
  loose: LooseReport;
}

/** Yields a member's values for the report that they belong to. */
function* placed(
  place: Place & { attributes: AttributeCounts },
  object: StixObject,
  { matches, failure }: MemberValues,
  { links, loose }: Around,
): Generator<Imported> {
  if (failure !== null) {
    yield { ...place, outcome: "failed", reason: failure };
    return;
  }
  const report = reportOf(object.id, links);
  if (report !== null) {
    yield { ...place, outcome: "attached", to: `stix:${report}`, matches };
  } else if (matches.length === 0 && !TELLING.has(object.type)) {
    yield { ...place, outcome: "ignored", reason: "names no observable of a kind that is kept" };
  } else {
    yield* loose.begin();
    yield { ...place, outcome: "attached", to: loose.key, matches };
  }
}

/** Yields an unreferenced technique as a separate report, so that its ID is not lost. */
function* toTechnique(place: Place, object: StixObject, links: Links): Generator<Imported> {
  const name = links.unresolved.get(object.id);
  if (name !== undefined) {
    const quoted = `"${name.slice(0, 200)}"`;
    const reason = `names the technique ${quoted}, which no ingested release knows by this name alone`;
    yield { ...place, outcome: "flawed", reason };
  }
  if (name !== undefined || links.referred.has(object.id)) {
    yield { ...place, outcome: "attached", to: "", matches: [] };
    return;
  }
  const text = stringOf(object["description"]) ?? "";
  const report = {
    title: titleOf(object),
    url: articleOf(object),
    publisher: null,
    summary: text,
    text,
    published_at: null,
    technique_ids: techniquesOf([object.id], links),
    group_ids: [],
    foreign_key: `stix:${object.id}`,
    indicators: [],
  };
  yield { ...place, outcome: "report", report };
}
