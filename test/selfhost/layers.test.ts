import { SHIPPED } from "../support/shipped.ts";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { releasePath } from "../../scripts/data/data-folder.ts";
import { smallBundle, smallObjects, technique } from "../support/bundles.ts";
import {
  analyse,
  type RunningService,
  sendBundle,
  startService,
  preparedFolder,
  waitForTask,
} from "../support/node/service.ts";
import { listShared, readShared, readSharedGzip } from "../support/node/shared-data.ts";
import { stixBundleSchema } from "../support/stix-schema.ts";

interface StixObject {
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
interface Pair {
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

const toPair = (domain: string, [from, to]: readonly [string, string], bundles: Buffer[]): Pair => {
  const [before = [], after = []] = bundles.map(
    (bytes) => (JSON.parse(bytes.toString("utf8")) as { objects: StixObject[] }).objects,
  );
  const gzipped = bundles.map((bytes) => gzipSync(bytes, { level: 1 }));
  return { domain, from, to, before, after, gzipped };
};

/** From each release to each other one, forwards and backwards. */
const STEPS = [
  ["17.1", "18.1"],
  ["18.1", "19.1"],
  ["17.1", "19.1"],
  ["19.1", "18.1"],
  ["18.1", "17.1"],
  ["19.1", "17.1"],
] as const;

/** Pairs of our own where the real data is absent, so that the test says something anywhere. */
function listPairs(): Pair[] {
  const real = ["enterprise-attack", "mobile-attack", "ics-attack"].flatMap((domain) => {
    return STEPS.flatMap((versions) => {
      const bundles = versions
        .map((version) => readSharedGzip(releasePath(domain, version)))
        .filter((bytes) => bytes !== null);
      return bundles.length === 2 ? [toPair(domain, versions, bundles)] : [];
    });
  });
  if (real.length > 0) return real;
  const before = [
    ...smallObjects().filter((object) => object["relationship_type"] !== "revoked-by"),
    technique(12, "T1200", "Gone Later", ["execution"]),
  ].map((object) => ({ ...object, revoked: false }));
  const bundles = [smallBundle("17.1", "2.1", before), smallBundle("18.1")];
  return [
    toPair(
      "enterprise-attack",
      ["17.1", "18.1"],
      bundles.map((bundle) => Buffer.from(JSON.stringify(bundle))),
    ),
  ];
}

const attackIdOf = (object: StixObject) =>
  object.external_references?.find(
    ({ source_name: source, external_id: id }) => source.startsWith("mitre-") && id !== undefined,
  )?.external_id ?? "";
const isActive = (object: StixObject) =>
  object.revoked !== true && object.x_mitre_deprecated !== true;
const techniquesOf = (objects: StixObject[]) =>
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

const pairs = listPairs();
const folder = preparedFolder();
let service: RunningService;

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
async function send<T>(
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; body: T }> {
  const response = await fetch(`${service.url}${path}`, {
    method,
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as T };
}

beforeAll(async () => {
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

// One of our own is in the tests of the layers; these are the published ones, where they are at hand.
describe("ATLAS Navigator layers", () => {
  const files = listShared("atlas/navigator-layers").filter((name) => name.endsWith(".json"));
  const layers = files.map((file) => ({
    file,
    text: readShared(`atlas/navigator-layers/${file}`)?.toString("utf8") ?? "",
  }));

  it.each(layers)("$file comes in, out and in again as the same set", async ({ text }) => {
    const given = JSON.parse(text) as {
      name: string;
      techniques: { techniqueID: string; tactic?: string; color?: string; score?: number }[];
    };
    // What is coloured or scored is what these layers are about; the rest unfolds the matrix.
    const marked = given.techniques.filter(
      ({ color, score }) => color !== undefined || score !== undefined,
    );
    const ids = [...new Set(marked.map(({ techniqueID: id }) => id))].sort();
    const { status, body } = await send<Record<string, unknown>>(
      "POST",
      "/api/layers/import",
      text,
    );
    expect([status, body]).toMatchObject([
      201,
      {
        name: given.name,
        domain: "atlas",
        technique_ids: ids,
        not_kept: [],
        // No release of ATLAS is ingested here.
        version: null,
        unknown_technique_ids: ids,
      },
    ]);
    const out = await send<{ domain: string; techniques: object[] }>(
      "GET",
      `/api/layers/${String(body["layer_id"])}/navigator`,
    );
    expect(out.body.domain).toBe("atlas-atlas");
    const said = given.techniques.map(({ techniqueID: id, tactic }) => `${id} ${tactic ?? ""}`);
    expect(out.body.techniques).toHaveLength(new Set(said).size);
    const again = await send<Record<string, unknown>>("POST", "/api/layers/import", out.body);
    expect(again.body).toMatchObject({ technique_ids: ids, not_kept: [], warnings: [] });
  });
});

const sent = new Set<string>();

describe.each(pairs)("$domain $from to $to", ({ domain, from, to, before, after, gzipped }) => {
  beforeAll(async () => {
    for (const [place, bytes] of gzipped.entries()) {
      const name = `${domain} ${[from, to][place]}`;
      if (sent.has(name)) continue;
      sent.add(name);
      const task = await waitForTask(service.url, await sendBundle(service.url, bytes, true));
      expect(task.status).toBe("complete");
    }
  }, 300_000);

  it.each([
    ["all active techniques", (object: StixObject) => isActive(object)],
    ["all ids that ever were", () => true],
    ["all former ids, none of their successors", (object: StixObject) => !isActive(object)],
  ])("accounts for %s, as the bundle's revoked-by has it", async (_what, wanted) => {
    const ids = [...new Set(techniquesOf(before).filter(wanted).map(attackIdOf))].sort();
    const saved = await send<{ layer_id: string; unknown_technique_ids: string[] }>(
      "POST",
      "/api/layers",
      { name: "All", domain, version: from, technique_ids: ids },
    );
    expect(saved).toMatchObject({ status: 201, body: { unknown_technique_ids: [] } });
    const path = `/api/layers/${saved.body.layer_id}/migrate?version=${to}`;
    const { status, body } = await send<Migrated>("POST", path);
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

describe("exports of a real report", () => {
  const REPORTS = listShared("reports").filter((name) => name.endsWith(".txt"));
  const text =
    REPORTS.map((name) => readShared(`reports/${name}`)?.toString("utf8") ?? "").find(
      (report) => report.length > 5_000,
    ) ?? "APT29 ran T1059.001 and sent T1566 mail; T1574.001 was seen once.";

  it("are valid STIX of ATT&CK's own objects, and a layer that comes in again", async () => {
    const { body: session } = await analyse(service.url, { text, name: "Отчёт" });
    const path = `/api/export/analysis/${session.session_id}`;
    const bundle = await send<{ objects: StixObject[] }>("GET", `${path}/stix`);
    expect(stixBundleSchema.safeParse(bundle.body).error).toBeUndefined();
    const published = new Map(
      techniquesOf(pairs[1]?.after ?? pairs[0]?.after ?? []).map((object) => [
        object.id,
        attackIdOf(object),
      ]),
    );
    const found = session.techniques.map(({ attack_id: id }) => id).sort();
    expect(found.length).toBeGreaterThan(0);
    const patterns = techniquesOf(bundle.body.objects);
    expect(patterns.map(({ id }) => published.get(id) ?? id).sort()).toEqual(found);
    const layer = await send<unknown>("GET", `${path}/navigator`);
    const imported = await send("POST", "/api/layers/import", layer.body);
    expect(imported).toMatchObject({
      status: 201,
      body: {
        technique_ids: found,
        unknown_technique_ids: [],
        not_kept: [],
        version: SHIPPED.version,
      },
    });
    const response = await fetch(`${service.url}${path}/markdown`);
    const markdown = await response.text();
    for (const id of found)
      expect(markdown).toContain(`[${id}](https://attack.mitre.org/techniques/`);
  });
});
