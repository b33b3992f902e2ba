import { stringOf, type StixObject } from "../../../../formats/stix/stix-object.ts";
import type { KnownNames } from "../../known-names.ts";
import type { AttributeCounts } from "../attribute-counts.ts";
import type { Imported, Place } from "../imported.ts";
import { type Links, techniquesOf } from "./links.ts";
import { type MemberValues, valuesOfMember } from "./member-values.ts";
import { CYBER_OBSERVABLES } from "./object-values.ts";
import { reportOf } from "./report-of.ts";
import { articleOf, titleOf } from "./titles.ts";
import { toReport } from "./to-report.ts";

/** Objects whose observables go to the report that they belong to. */
const MEMBERS: ReadonlySet<string> = new Set([
  ...CYBER_OBSERVABLES,
  "indicator",
  "observed-data",
  "vulnerability",
]);

/** Faults of one object that are named. */
const MAX_FLAWS = 50;

/** Begins the key of the report that holds what belongs to no other. */
const LOOSE = "stix:loose:";

/** The report of a bundle for the observables that no other report of it holds. */
export interface LooseReport {
  key: string;
  isBegun: boolean;
}

/** That report, by what identifies its bundle. */
export function newLooseReport(bundleKey: string): LooseReport {
  return { key: `${LOOSE}${bundleKey}`, isBegun: false };
}

/**
 * What is imported of an object that is no report: its observables, for the report that it belongs to
 * or for one of their own.
 */
export function* toMember(
  place: Place,
  object: StixObject,
  links: Links,
  names: KnownNames,
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
  if (!MEMBERS.has(object.type) && stringOf(object["value"]) === null) {
    yield { ...place, outcome: "ignored", reason: `${object.type} objects are not imported` };
    return;
  }
  const values = valuesOfMember(object, links);
  for (const reason of flawsOf(values)) yield { ...place, outcome: "flawed", reason };
  yield* placed({ ...place, attributes: values.counts }, object, values, { links, names, loose });
}

/** What of a member could not be used. */
function flawsOf({ faults, language }: MemberValues): string[] {
  const flaws = faults.slice(0, MAX_FLAWS);
  if (language === null) return flaws;
  return [...flaws, `has a pattern of the language ${language}, which is not read for observables`];
}

interface Around {
  links: Links;
  names: KnownNames;
  loose: LooseReport;
}

/** A member's values at the report that they belong to. */
function* placed(
  place: Place & { attributes: AttributeCounts },
  object: StixObject,
  { matches, failure }: MemberValues,
  { links, names, loose }: Around,
): Generator<Imported> {
  if (failure !== null) {
    yield { ...place, outcome: "failed", reason: failure };
    return;
  }
  const report = reportOf(object.id, links);
  if (report !== null) {
    yield { ...place, outcome: "attached", to: `stix:${report}`, matches };
  } else if (object.type === "indicator" || object.type === "observed-data") {
    yield { ...place, outcome: "report", report: toReport(object, links, names, matches) };
  } else if (matches.length === 0) {
    yield { ...place, outcome: "ignored", reason: "names no observable of a kind that is kept" };
  } else {
    if (!loose.isBegun) yield looseReport(loose.key);
    loose.isBegun = true;
    yield { ...place, outcome: "attached", to: loose.key, matches };
  }
}

/** A technique that nothing refers to is a report of its own, so that its id is not lost. */
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

function looseReport(key: string): Imported {
  // Each bundle's own, so that they are not taken for those of another one.
  const hash = key.slice(LOOSE.length, LOOSE.length + 12);
  const summary = "Cyber-observables that no report of the import holds.";
  return {
    pointer: "",
    type: "bundle",
    id: null,
    outcome: "report",
    report: {
      title: `Cyber-observables of bundle ${hash}`,
      url: null,
      publisher: null,
      summary,
      text: "",
      published_at: null,
      technique_ids: [],
      group_ids: [],
      foreign_key: key,
      indicators: [],
    },
  };
}
