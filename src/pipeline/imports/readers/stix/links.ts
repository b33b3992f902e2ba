import { idInName, isTechniqueId } from "../../id-in-name.ts";
import type { KnownNames } from "../../known-names.ts";
import {
  recordsOf,
  stringOf,
  stringsOf,
  type StixObject,
} from "../../../../formats/stix/stix-object.ts";
import { timeOf } from "../typed-values.ts";

/** STIX objects that become separate reports in the intake. */
export const REPORT_TYPES: ReadonlySet<string> = new Set([
  "report",
  "note",
  "opinion",
  "grouping",
  "campaign",
  "incident",
  "intrusion-set",
  "threat-actor",
  "malware",
]);

/** Relations between the objects of a bundle, by ID only to limit memory. */
export interface Links {
  /** Techniques that an object represents or is related to. */
  techniques: Map<string, string[]>;
  /** Technique names that no release has, or that are ambiguous, by attack-pattern. */
  unresolved: Map<string, string>;
  /** Groups that an intrusion set represents. */
  groups: Map<string, string>;
  identities: Map<string, string>;
  /** Parents of an object: IDs of reports, or of objects that lead to one. */
  parents: Map<string, string[]>;
  /** Objects that are separate reports. */
  reports: Set<string>;
  /** Objects that a report of the bundle refers to. */
  referred: Set<string>;
  /** When objects were seen, from sightings and observed data that contain them. */
  sightings: Map<string, SeenTimes>;
  /** Cached searches, by the maximum number of steps. */
  reached: Map<string, ReachedReports>[];
}

/** The first and the last time that something was seen (ISO 8601). */
export interface SeenTimes {
  first: string | undefined;
  last: string | undefined;
}

/** Reports reachable from an object in a number of steps: the first one, and the first of type `report`. */
export interface ReachedReports {
  any: string | null;
  report: string | null;
}

export const noLinks = (): Links => ({
  techniques: new Map(),
  unresolved: new Map(),
  groups: new Map(),
  identities: new Map(),
  parents: new Map(),
  reports: new Set(),
  referred: new Set(),
  sightings: new Map(),
  reached: [],
});

/** Returns why an object of these types cannot be a report, or null. */
export function refusalOf(object: StixObject): string | null {
  if ("name" in object && typeof object["name"] !== "string") return "has a name that is no text";
  const needsName = object.type === "report" || object.type === "campaign";
  return needsName && stringOf(object["name"]) === null ? "has no name" : null;
}

/** Records the links of one object to others. */
export function gatherLinks(object: StixObject, links: Links, names: KnownNames): void {
  const { type, id } = object;
  if (object["revoked"] === true) return;
  if (REPORT_TYPES.has(type) && refusalOf(object) === null) links.reports.add(id);
  if (type === "relationship") gatherRelationship(object, links);
  else if (type === "sighting") gatherSighting(object, links);
  else if (type === "attack-pattern") gatherAttackPattern(object, links, names);
  else if (type === "identity") {
    links.identities.set(id, (stringOf(object["name"]) ?? "").slice(0, MAX_IDENTITY));
  }
  if (type === "intrusion-set" || type === "threat-actor") gatherGroup(object, links, names);
  for (const reference of stringsOf(object["object_refs"])) {
    if (type === "observed-data") {
      noteSeen(links, reference, object["first_observed"], object["last_observed"]);
    }
    push(links.parents, reference, id);
    if (REPORT_TYPES.has(type)) links.referred.add(reference);
  }
}

/** Records a sighting. A count of zero means that the object was searched for and not seen (STIX 2.1, 5.2). */
function gatherSighting(object: StixObject, links: Links): void {
  const sighted = stringOf(object["sighting_of_ref"]);
  push(links.parents, sighted, object.id);
  if (sighted === null || object["count"] === 0) return;
  noteSeen(links, sighted, object["first_seen"], object["last_seen"] ?? object["first_seen"]);
}

function noteSeen({ sightings }: Links, id: string, from: unknown, to: unknown): void {
  const known = sightings.get(id);
  const firsts = [known?.first, timeOf(from)].filter((time) => time !== undefined).sort();
  const lasts = [known?.last, timeOf(to)].filter((time) => time !== undefined).sort();
  if (firsts.length + lasts.length === 0) return;
  sightings.set(id, { first: firsts.at(0), last: lasts.at(-1) });
}

function gatherRelationship(object: StixObject, links: Links): void {
  const source = stringOf(object["source_ref"]);
  const target = stringOf(object["target_ref"]);
  if (source === null || target === null) return;
  // An indicator belongs to what it indicates, an observation to what it is based on.
  push(links.parents, source, target);
  if (!target.startsWith("attack-pattern--") || source.startsWith("attack-pattern--")) return;
  if ((links.techniques.get(source)?.length ?? 0) < MAX_TECHNIQUES) {
    push(links.techniques, source, target);
  }
  if (REPORT_TYPES.has(source.slice(0, source.indexOf("--")))) links.referred.add(target);
}

function gatherAttackPattern(object: StixObject, links: Links, names: KnownNames): void {
  const ids = techniqueIdsOf(object);
  const name = stringOf(object["name"]);
  if (ids.length > 0) {
    links.techniques.set(
      object.id,
      ids.flatMap((id) => names.techniques(id)),
    );
    return;
  }
  const named = name === null ? null : names.techniqueNamed(name, domainOf(object));
  if (named !== null && "ids" in named) links.techniques.set(object.id, [...named.ids]);
  else if (name !== null) links.unresolved.set(object.id, name);
}

/** Maximum characters of an identity's name, more than is stored of a publisher. */
const MAX_IDENTITY = 300;
/** Maximum number of technique IDs of one attack-pattern. Tools write two or three. */
const MAX_IDS = 20;
/** Maximum number of techniques related to one object. No report names more. */
const MAX_TECHNIQUES = 2_000;

/**
 * Returns the technique IDs of an attack-pattern from its references, tool-specific fields, kill-chain phases and
 * name.
 */
function techniqueIdsOf(object: StixObject): string[] {
  const referenced = recordsOf(object["external_references"])
    .filter((reference) => /mitre|attack|atlas/i.test(stringOf(reference["source_name"]) ?? ""))
    .map((reference) => stringOf(reference["external_id"]));
  const phases = recordsOf(object["kill_chain_phases"]).map((phase) =>
    stringOf(phase["phase_name"]),
  );
  const inName = idInName(stringOf(object["name"]) ?? "");
  const all = [...referenced, stringOf(object["x_mitre_id"]), ...phases, inName];
  const ids = new Set(all.filter((id) => id !== null && isTechniqueId(id)));
  return [...ids].slice(0, MAX_IDS) as string[];
}

const DOMAINS_OF_CHAINS: ReadonlyMap<string | null, string> = new Map([
  ["mitre-attack", "enterprise-attack"],
  ["mitre-pre-attack", "enterprise-attack"],
  ["mitre-mobile-attack", "mobile-attack"],
  ["mitre-ics-attack", "ics-attack"],
  ["mitre-atlas", "atlas"],
]);

/** Returns the domain that an attack-pattern names, or null if it names none or several. */
function domainOf(object: StixObject): string | null {
  const chains = recordsOf(object["kill_chain_phases"]).map((phase) =>
    DOMAINS_OF_CHAINS.get(stringOf(phase["kill_chain_name"])),
  );
  const named = [...stringsOf(object["x_mitre_domains"]), ...chains];
  const [domain, ...others] = new Set(named.filter((one) => one !== undefined));
  return others.length === 0 ? (domain ?? null) : null;
}

function gatherGroup(object: StixObject, links: Links, names: KnownNames): void {
  const referenced = recordsOf(object["external_references"]).map((reference) =>
    stringOf(reference["external_id"]),
  );
  const id = referenced.find((value) => value !== null && /^G\d{4}$/.test(value));
  const called = [stringOf(object["name"]), ...stringsOf(object["aliases"])];
  const known = called
    .map((name) => (name === null ? null : names.group(name)))
    .find((group) => group !== null);
  const group = id ?? known;
  if (group !== undefined && group !== null) links.groups.set(object.id, group);
}

/** Returns the techniques that an object refers to, sorted, with revoked ones resolved. */
export function techniquesOf(refs: readonly string[], links: Links): string[] {
  const found = new Set<string>();
  for (const ref of refs) {
    if (found.size >= MAX_TECHNIQUES) break;
    for (const one of links.techniques.get(ref) ?? []) {
      // A relationship leads to an attack-pattern, which represents techniques.
      for (const id of one.includes("--") ? (links.techniques.get(one) ?? []) : [one])
        found.add(id);
    }
  }
  return [...found].filter((id) => !id.includes("--")).sort();
}

function push(map: Map<string, string[]>, key: string | null, value: string): void {
  if (key === null) return;
  const list = map.get(key);
  if (list === undefined) map.set(key, [value]);
  else list.push(value);
}
