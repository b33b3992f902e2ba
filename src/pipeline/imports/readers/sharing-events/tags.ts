import { recordsOf, stringOf, stringsOf } from "../../../../formats/stix/stix-object.ts";
import { idInName, isTechniqueId } from "../../id-in-name.ts";
import type { KnownNames } from "../../known-names.ts";

/** The resolved tags and galaxies of an event. */
export interface Labels {
  techniques: Set<string>;
  groups: Set<string>;
  /** Names of techniques that resolve to no ID, and why. */
  unresolved: Map<string, string>;
}

export const noLabels = (): Labels => ({
  techniques: new Set(),
  groups: new Set(),
  unresolved: new Map(),
});

const GALAXY_TAG = /^misp-galaxy:([\w-]+)="(.*)"$/s;
/** Galaxies of techniques. `mitre-course-of-action` names mitigations by the IDs of techniques. */
const TECHNIQUES = /attack-pattern$|^mitre-ics-techniques$|^mitre-atlas/;
/** Galaxies of one domain. `mitre-attack-pattern` contains the techniques of all. */
const DOMAINS: readonly [galaxy: RegExp, domain: string][] = [
  [/^mitre-(?:enterprise|pre)-attack-/, "enterprise-attack"],
  [/^mitre-mobile-attack-/, "mobile-attack"],
  [/^mitre-ics-/, "ics-attack"],
  [/^mitre-atlas/, "atlas"],
];
/** More characters than a technique ID has. A longer run of letters is not an ID. */
const LAST_CHARS = 32;
const GROUPS = /intrusion-set$|^threat-actor$|^mitre-ics-groups$|^microsoft-activity-group$/;

/** Reads a tag: a galaxy's cluster by ID or by name, or another taxonomy's tag that ends in a technique ID. */
export function readTag(tag: Record<string, unknown>, names: KnownNames, into: Labels): void {
  const name = stringOf(tag["name"]);
  if (name === null) return;
  const [, galaxy, value] = GALAXY_TAG.exec(name) ?? [];
  if (galaxy !== undefined && value !== undefined) readCluster(galaxy, value, [], names, into);
  else {
    const last = /([A-Z.\d]+)"?$/i.exec(name.slice(-LAST_CHARS))?.[1] ?? "";
    if (isTechniqueId(last)) addTechnique(last, names, into);
  }
}

/** Reads a galaxy with its clusters. */
export function readGalaxy(galaxy: Record<string, unknown>, names: KnownNames, into: Labels): void {
  for (const cluster of recordsOf(galaxy["GalaxyCluster"])) {
    const type = stringOf(cluster["type"]) ?? stringOf(galaxy["type"]) ?? "";
    const meta = cluster["meta"];
    const ids =
      typeof meta === "object" && meta !== null
        ? listOf((meta as Record<string, unknown>)["external_id"])
        : [];
    readCluster(type, stringOf(cluster["value"]) ?? "", ids, names, into);
  }
}

function listOf(value: unknown): string[] {
  return typeof value === "string" ? [value] : stringsOf(value);
}

function readCluster(
  galaxy: string,
  value: string,
  ids: readonly string[],
  names: KnownNames,
  into: Labels,
): void {
  if (TECHNIQUES.test(galaxy)) readTechnique(galaxy, value, ids, names, into);
  else if (GROUPS.test(galaxy)) {
    const id = /\bG\d{4}$/.exec(value)?.[0] ?? ids.find((one) => /^G\d{4}$/.test(one));
    const group = names.group(id ?? value);
    if (group !== null) into.groups.add(group);
  }
}

function addTechnique(id: string, names: KnownNames, into: Labels): void {
  for (const technique of names.techniques(id)) into.techniques.add(technique);
}

function readTechnique(
  galaxy: string,
  value: string,
  ids: readonly string[],
  names: KnownNames,
  into: Labels,
): void {
  const id = idInName(value) ?? ids.find((one) => isTechniqueId(one));
  if (id !== undefined) {
    addTechnique(id, names, into);
    return;
  }
  const [, domain = null] = DOMAINS.find(([pattern]) => pattern.test(galaxy)) ?? [];
  const named = names.techniqueNamed(value, domain);
  if (named === null) into.unresolved.set(value, "which no ingested release knows");
  else if ("ids" in named) for (const one of named.ids) into.techniques.add(one);
  else into.unresolved.set(value, `which may be ${named.candidates.join(" or ")}`);
}
