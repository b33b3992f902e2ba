import { afterAll, beforeAll, expect, it } from "vitest";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { type RunningService, startService, preparedFolder } from "../support/node/service.ts";
import { listData, readData, readDataJson } from "../support/node/real-data.ts";

/** What an independent script read in each file. */
interface Entry {
  types?: Record<string, number>;
  events?: number;
  attack_ids?: string[];
  attack_names_without_id?: string[];
}

interface Result {
  import_id: string;
  items_seen: number;
  items_created: number;
  duplicates: number;
  observables_created: number;
  objects_by_type: Record<string, number>;
  errors: { pointer: string; id: string | null; reason: string }[];
  technique_count?: number;
  version?: string;
}

const folder = preparedFolder();
let service: RunningService;

beforeAll(async () => {
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

async function send(kind: string, body: Buffer | string): Promise<Result> {
  const response = await fetch(`${service.url}/api/pipeline/import/${kind}`, {
    method: "POST",
    body: typeof body === "string" ? body : new Uint8Array(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as Result;
}

/** The techniques of all reports that the imports so far made or added to. */
async function techniquesSoFar(): Promise<Set<string>> {
  const text = await (await fetch(`${service.url}/api/pipeline/intake/export`)).text();
  const reports = text.trim().split("\n").filter(Boolean);
  return new Set(
    reports.flatMap((line) => (JSON.parse(line) as { technique_ids: string[] }).technique_ids),
  );
}

/** An id as the release has it now: its successor where it was revoked. */
async function current(id: string): Promise<string> {
  const response = await fetch(`${service.url}/api/attack/techniques/${id}`);
  const body = (await response.json()) as { replaced_by?: { attack_id: string } | string | null };
  const { replaced_by: next } = body;
  if (next === null || next === undefined) return id;
  return typeof next === "string" ? next : next.attack_id;
}

for (const kind of ["stix", "misp"]) {
  describeWithData(`the real files of ${kind}`, [`${kind}/INDEX.json`], () => {
    const index = readDataJson<Record<string, Entry>>(`${kind}/INDEX.json`) ?? {};

    it.each(Object.keys(index))("%s comes in without loss", async (name) => {
      const entry = index[name] ?? {};
      const result = await send(kind, readData(`${kind}/${name}`) ?? "");
      expect(result.items_seen).toBe(
        result.items_created + result.duplicates + result.errors.filter(isLost).length,
      );
      if (entry.types !== undefined) expect(result.objects_by_type).toMatchObject(entry.types);
      if (entry.events !== undefined) expect(result.items_seen).toBe(entry.events);
      const known = await techniquesSoFar();
      for (const id of entry.attack_ids ?? []) expect(known).toContain(await current(id));
      for (const technique of entry.attack_names_without_id ?? []) {
        const named = result.errors.some(({ reason }) => reason.includes(`"${technique}"`));
        const found = await fetch(
          `${service.url}/api/attack/techniques?search=${encodeURIComponent(technique)}`,
        );
        const ids = ((await found.json()) as { attack_id: string; name: string }[])
          .filter((one) => one.name === technique)
          .map((one) => one.attack_id);
        expect([technique, named || ids.some((id) => known.has(id))]).toEqual([technique, true]);
      }
    });

    it.each(Object.keys(index))("%s creates nothing when it comes again", async (name) => {
      const result = await send(kind, readData(`${kind}/${name}`) ?? "");
      expect(result).toMatchObject({ items_created: 0, observables_created: 0 });
    });
  });
}

/** A fault that kept a report out, not a part of one. */
function isLost({ reason }: { reason: string }): boolean {
  return !/^(?:names|is an attribute|has a value)/.test(reason);
}

describeWithData("the real files of atlas", ["atlas/stix-atlas.json", "atlas/ATLAS.yaml"], () => {
  it.each([
    ["ATLAS.yaml", { technique_count: 170, version: "5.6.0", items_seen: 57, items_created: 57 }],
    ["stix-atlas.json", { technique_count: 170, items_created: 0 }],
    ["case-studies/AML.CS0000.yaml", { items_seen: 1, duplicates: 1 }],
  ])("%s comes in", async (name, expected) => {
    expect(await send("atlas", readData(`atlas/${name}`) ?? "")).toMatchObject(expected);
    const versions = await fetch(`${service.url}/api/attack/versions?domain=atlas`);
    const [newest] = (await versions.json()) as { version: string; technique_count: number }[];
    expect(newest).toMatchObject({ version: "5.6.0", technique_count: 170, campaign_count: 57 });
  });

  it.each(listData("atlas/opencti-bundles"))("%s keeps its ATLAS techniques", async (name) => {
    const file = readData(`atlas/opencti-bundles/${name}`);
    const bundle = JSON.parse(file?.toString() ?? "") as { objects: { x_mitre_id?: string }[] };
    await send("stix", file ?? "");
    const known = await techniquesSoFar();
    const ids = bundle.objects.map((object) => object.x_mitre_id).filter((id) => id !== undefined);
    expect([...known]).toEqual(expect.arrayContaining(ids));
  });
});
