import { beforeAll, describe, expect, it } from "vitest";
import { gzipSync } from "node:zlib";
import { sendBundle, waitForTask } from "./service.ts";
import { scaled } from "./machine.ts";

export interface StixObject {
  type: string;
  id: string;
  revoked?: boolean;
  x_mitre_deprecated?: boolean;
  relationship_type?: string;
  source_ref: string;
  target_ref: string;
  external_references?: { source_name: string; external_id?: string }[];
}

/** Two releases of a domain. */
export interface Pair {
  domain: string;
  from: string;
  to: string;
  before: StixObject[];
  after: StixObject[];
  gzipped: Buffer[];
}

interface Migrated {
  technique_ids: string[];
  unknown_technique_ids: string[];
  kept: string[];
  replaced: { from: string; to: string }[];
  merged: { from: string; to: string }[];
  removed: {
    attack_id: string;
    name: string | null;
    reason: string;
    belongs_to: { domain: string; version: string } | null;
  }[];
}

/** Reads two bundles as a pair of releases. */
export const toPair = (
  domain: string,
  [from, to]: readonly [string, string],
  bundles: Buffer[],
): Pair => {
  const [before = [], after = []] = bundles.map(
    (bytes) => (JSON.parse(bytes.toString("utf8")) as { objects: StixObject[] }).objects,
  );
  const gzipped = bundles.map((bytes) => gzipSync(bytes, { level: 1 }));
  return { domain, from, to, before, after, gzipped };
};

const attackIdOf = (object: StixObject) =>
  object.external_references?.find(
    ({ source_name: source, external_id: id }) => source.startsWith("mitre-") && id !== undefined,
  )?.external_id ?? "";
const isActive = (object: StixObject) =>
  object.revoked !== true && object.x_mitre_deprecated !== true;
export const techniquesOf = (objects: StixObject[]) =>
  objects.filter(({ type }) => type === "attack-pattern");

/** The bundle by what is looked for: techniques by ATT&CK id and by object, successors by object. */
function lookUp(objects: StixObject[]) {
  const techniques = techniquesOf(objects);
  const revoked = objects.filter((o) => o.relationship_type === "revoked-by");
  return {
    byId: Map.groupBy(techniques, attackIdOf),
    byObject: new Map(techniques.map((object) => [object.id, object])),
    successors: new Map(revoked.map((o) => [o.source_ref, o.target_ref])),
  };
}

type Known = ReturnType<typeof lookUp>;

/** What becomes of an id by the bundle: itself, its successor, why it is gone; null if not there. */
function fateIn({ byId, byObject, successors }: Known, attackId: string) {
  const own = byId.get(attackId) ?? [];
  if (own.some(isActive)) return attackId;
  for (const object of own) {
    let id: string | undefined = object.id;
    for (let steps = 0; id !== undefined && steps < 10; steps += 1) {
      id = successors.get(id);
      const next = byObject.get(id ?? "");
      if (next !== undefined && isActive(next)) return attackIdOf(next);
    }
  }
  if (own.length === 0) return null;
  return own.some(({ revoked }) => revoked === true) ? "revoked" : "deprecated";
}

/** The same for an id that the bundle does not have: its only predecessor, as the other bundle has it. */
function fateBack(known: Known, before: Known, attackId: string) {
  const former = [...before.byId.keys()].filter(
    (id) => id !== attackId && fateIn(before, id) === attackId && fateIn(known, id) === id,
  );
  return former.length === 1 ? former[0] : "absent";
}

/** Sends JSON to a service. */
// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
export async function sendTo<T>(
  url: string,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: T }> {
  const response = await fetch(`${url}${path}`, {
    method,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

/** Tests that layers are carried from one release to the other as the bundles' own relations have it. */
export function checkMigrations(pairs: readonly Pair[], url: () => string): void {
  const sent = new Set<string>();

  describe.each(pairs)("$domain $from to $to", ({ domain, from, to, before, after, gzipped }) => {
    beforeAll(async () => {
      for (const [place, bytes] of gzipped.entries()) {
        const name = `${domain} ${[from, to][place]}`;
        if (sent.has(name)) continue;
        sent.add(name);
        const task = await waitForTask(url(), await sendBundle(url(), bytes, true));
        expect(task.status).toBe("complete");
      }
    }, scaled(120_000));

    it.each([
      ["all active techniques", (object: StixObject) => isActive(object)],
      ["all ids that ever were", () => true],
      ["all former ids, none of their successors", (object: StixObject) => !isActive(object)],
    ])("accounts for %s, as the bundle's revoked-by has it", async (_what, wanted) => {
      const ids = [...new Set(techniquesOf(before).filter(wanted).map(attackIdOf))].sort();
      const saved = await sendTo<{ layer_id: string; unknown_technique_ids: string[] }>(
        url(),
        "POST",
        "/api/layers",
        { name: "All", domain, version: from, technique_ids: ids },
      );
      expect(saved).toMatchObject({ status: 201, body: { unknown_technique_ids: [] } });
      const path = `/api/layers/${saved.body.layer_id}/migrate?version=${to}`;
      const { status, body } = await sendTo<Migrated>(url(), "POST", path);
      expect(status).toBe(200);
      const told = [
        ...body.kept.map((id) => [id, id]),
        ...[...body.replaced, ...body.merged].map((step) => [step.from, step.to]),
        ...body.removed.map(({ attack_id: id, reason }) => [id, reason]),
      ].sort((a, b) => ((a[0] ?? "") < (b[0] ?? "") ? -1 : 1));
      const [known, old] = [lookUp(after), lookUp(before)];
      expect(told).toEqual(ids.map((id) => [id, fateIn(known, id) ?? fateBack(known, old, id)]));
      for (const { name, reason, belongs_to } of body.removed) {
        if (reason !== "absent") continue;
        expect(name).not.toBeNull();
        expect(belongs_to).toMatchObject({ domain });
      }
      const successors = [...body.replaced, ...body.merged].map((step) => step.to);
      expect(body.technique_ids).toEqual([...new Set([...body.kept, ...successors])].sort());
      expect(body.unknown_technique_ids).toEqual([]);
      for (const { to: id } of body.replaced) {
        expect(body.kept).not.toContain(id);
        expect(successors.filter((other) => other === id)).toHaveLength(1);
      }
      for (const { to: id } of body.merged) {
        const others =
          successors.filter((other) => other === id).length + Number(body.kept.includes(id));
        expect(others).toBeGreaterThan(1);
      }
    });
  });
}
