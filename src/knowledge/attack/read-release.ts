import { AppError } from "../../platform/lib/errors.ts";
import { compareText } from "../../platform/lib/text.ts";
import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { readBundle } from "../../formats/stix/read-bundle.ts";
import { recordsOf, type StixObject, stringOf } from "../../formats/stix/stix-object.ts";
import { DetectionGathering } from "./detections/gather-detections.ts";
import { matrixOrder, readTactics } from "./read-tactics.ts";
import { collectionOf, type ReleaseIdentity } from "./release-identity.ts";
import {
  attackReference,
  stateOf,
  toCampaign,
  toGroup,
  toSoftware,
  toTechnique,
} from "./read-objects.ts";
import type { ObjectRecord, ReleaseContent, UseRecord } from "./release-content.ts";

/** STIX types stored as objects of a release, in addition to tactics. */
const KEPT = ["attack-pattern", "intrusion-set", "campaign", "malware", "tool"] as const;
type KeptType = (typeof KEPT)[number];

interface Relationship {
  type: string;
  source: string;
  target: string;
  description: string | null;
}

/** Objects of a bundle collected while it is streamed. */
interface Gathered {
  ids: Set<string>;
  byType: Map<KeptType, StixObject[]>;
  tactics: StixObject[];
  matrices: StixObject[];
  collection: StixObject | null;
  relationships: Relationship[];
  detections: DetectionGathering;
}

/**
 * Extracts an ATT&CK release from a STIX 2.0 or 2.1 bundle. docs/api.md, Comparison, defines the sets: neither the
 * relationship nor its ends may be revoked or deprecated.
 * @param fallback domain and version for a bundle that names none
 * @throws AppError `not_stix` or `validation_error`: not ATT&CK, or not complete
 */
export async function readRelease(
  bundle: AsyncIterable<Uint8Array>,
  fallback: Partial<ReleaseIdentity>,
): Promise<ReleaseContent> {
  const reading = new ReleaseReading();
  for await (const objects of readBundle(bundle)) reading.add(objects);
  return await reading.finish(fallback);
}

/** Collects an ATT&CK release from the objects of its bundle, in any order. */
export class ReleaseReading {
  #gathered = nothingYet();

  add(objects: readonly StixObject[]): void {
    for (const object of objects) gather(object, this.#gathered);
  }

  /**
   * Returns the release once all objects are there.
   * @param fallback domain and version for a bundle that names none
   * @throws AppError `validation_error`: not ATT&CK, or not complete
   */
  async finish(fallback: Partial<ReleaseIdentity>): Promise<ReleaseContent> {
    const gathered = this.#gathered;
    requireComplete(gathered);
    // Releases the objects even if the caller retains this instance: an isolate has no memory for both forms.
    this.#gathered = nothingYet();
    return await toContent(gathered, collectionOf(gathered.collection, fallback));
  }
}

function nothingYet(): Gathered {
  return {
    ids: new Set(),
    byType: new Map(KEPT.map((type) => [type, []])),
    tactics: [],
    matrices: [],
    collection: null,
    relationships: [],
    detections: new DetectionGathering(),
  };
}

function gather(object: StixObject, into: Gathered): void {
  into.ids.add(object.id);
  if (object.type === "relationship") {
    if (stateOf(object) === "active") into.relationships.push(toRelationship(object));
    return;
  }
  if (object.type === "x-mitre-collection") into.collection = object;
  else if (object.type === "x-mitre-matrix") into.matrices.push(object);
  else if (object.type === "x-mitre-tactic") into.tactics.push(object);
  else into.byType.get(object.type as KeptType)?.push(object);
  into.detections.add(object);
}

function toRelationship(object: StixObject): Relationship {
  return {
    type: stringOf(object["relationship_type"]) ?? "",
    source: stringOf(object["source_ref"]) ?? "",
    target: stringOf(object["target_ref"]) ?? "",
    description: stringOf(object["description"]),
  };
}

/** Rejects an incomplete bundle: a collection lists its objects. */
function requireComplete({ collection, ids }: Gathered): void {
  const missing = recordsOf(collection?.["x_mitre_contents"])
    .map((entry) => stringOf(entry["object_ref"]))
    .filter((ref) => ref !== null && !ids.has(ref));
  if (missing.length === 0) return;
  throw new AppError(
    "validation_error",
    `The bundle is incomplete: ${missing.length} objects of its collection are missing, ${missing[0]} among them.`,
  );
}

async function toContent(gathered: Gathered, identity: ReleaseIdentity): Promise<ReleaseContent> {
  const tactics = readTactics(gathered.tactics, gathered.matrices);
  const order = matrixOrder(tactics);
  const records = await toRecords(gathered, order);
  const detections = gathered.detections.finish(gathered.relationships, records.active);
  const content = {
    ...identity,
    tactics,
    techniques: records.techniques,
    groups: records.groups,
    campaigns: records.campaigns,
    software: records.software,
    ...toRelations(gathered.relationships, records.active),
    get detections() {
      return detections();
    },
  };
  if (!content.techniques.some(({ state }) => state === "active")) {
    throw new AppError("validation_error", "The bundle holds no active ATT&CK technique.");
  }
  return content;
}

async function toRecords({ byType, relationships }: Gathered, order: (tactic: string) => number) {
  const successors = Map.groupBy(
    relationships.filter(({ type }) => type === "revoked-by"),
    ({ source }) => source,
  );
  const objects = new Map([...byType.values()].flat().map((object) => [object.id, object]));
  const followAll = (object: StixObject) => successorsOf(object, successors, objects);
  const follow = (object: StixObject) => followAll(object)[0] ?? null;
  const all = async <T extends ObjectRecord>(
    types: KeptType[],
    build: (object: StixObject) => T | null,
  ): Promise<T[]> => {
    await yieldToOthers();
    return types
      .flatMap((type) => byType.get(type) ?? [])
      .map(build)
      .filter((record) => record !== null)
      .sort((a, b) => compareText(a.attack_id, b.attack_id) || compareText(a.stix_id, b.stix_id));
  };
  const records = {
    techniques: await all(["attack-pattern"], (o) => toTechnique(o, followAll(o), order)),
    groups: await all(["intrusion-set"], (o) => toGroup(o, follow(o))),
    campaigns: await all(["campaign"], (o) => toCampaign(o, follow(o))),
    software: await all(["malware", "tool"], (o) => toSoftware(o, follow(o))),
  };
  await yieldToOthers();
  const active = new Map(
    Object.values(records)
      .flat()
      .filter(({ state }) => state === "active")
      .map(({ stix_id, attack_id }) => [stix_id, attack_id]),
  );
  return { ...records, active };
}

/** Follows `revoked-by` to its ends, nearest first. Returns nothing if they lead to no active object. */
function successorsOf(
  object: StixObject,
  successors: ReadonlyMap<string, Relationship[]>,
  objects: ReadonlyMap<string, StixObject>,
): string[] {
  const seen = new Set([object.id]);
  const found = new Set<string>();
  // Grows during iteration. Each id is added once, so cycles end.
  for (const id of seen) {
    const next = id === object.id ? undefined : objects.get(id);
    const active = next !== undefined && stateOf(next) === "active" ? attackReference(next) : null;
    if (active !== null) found.add(active.id);
    else for (const { target } of successors.get(id) ?? []) seen.add(target);
  }
  return [...found];
}

function toRelations(relationships: Relationship[], active: ReadonlyMap<string, string>) {
  const uses = new Map<string, UseRecord>();
  const attributions = new Map<string, { campaign_id: string; group_id: string }>();
  for (const { type, source, target, description } of relationships) {
    const source_id = active.get(source);
    const target_id = active.get(target);
    if (source_id === undefined || target_id === undefined) continue;
    const pair = `${source_id} ${target_id}`;
    if (type === "uses" && !uses.has(pair)) uses.set(pair, { source_id, target_id, description });
    if (type === "attributed-to") {
      attributions.set(pair, { campaign_id: source_id, group_id: target_id });
    }
  }
  return { uses: [...uses.values()], attributions: [...attributions.values()] };
}
