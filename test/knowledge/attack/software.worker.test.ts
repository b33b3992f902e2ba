import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { IndexStore } from "../../../src/knowledge/attack/index-store.ts";
import { resolveIndex } from "../../../src/knowledge/attack/resolve-release.ts";
import { relationship, smallBundle, smallObjects, stixIds } from "../../support/bundles.ts";
import { ingest, request, requestJson, testServices } from "../../support/service.ts";

interface Item {
  attack_id: string;
}
const ids = async (query: string) =>
  (await requestJson<Item[]>(`/api/attack/software${query}`)).body.map((item) => item.attack_id);
const read = async (path: string) => await requestJson(`/api/attack/software/${path}`);

const malware = (n: number, id: string, name: string, more: object = {}) => ({
  type: "malware",
  id: `malware--00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
  name,
  description: `${name} was made up for 100% of this test.`,
  external_references: [
    {
      source_name: "mitre-attack",
      external_id: id,
      url: `https://attack.mitre.org/software/${id}`,
    },
  ],
  x_mitre_aliases: [name, `${name} Prime`],
  x_mitre_platforms: ["Windows", "Сервер"],
  created: "2024-01-01T00:00:00.000Z",
  modified: "2024-02-02T00:00:00.000Z",
  ...more,
});

beforeAll(async () => {
  const orca = malware(1, "S9001", "Orca Loader");
  const former = malware(2, "S9000", "Former Loader", { revoked: true });
  const old = malware(3, "S0900", "酸雨", { x_mitre_deprecated: true });
  const objects = [
    ...smallObjects(),
    orca,
    former,
    old,
    relationship(51, "uses", orca.id, stixIds.technique(2)),
    relationship(52, "uses", orca.id, stixIds.technique(4)),
    relationship(53, "uses", orca.id, stixIds.technique(7)),
    relationship(54, "uses", stixIds.campaign(1), orca.id),
    relationship(55, "uses", stixIds.tool(1), stixIds.technique(2)),
    relationship(56, "revoked-by", former.id, orca.id),
  ];
  await ingest(smallBundle("18.1", "2.1", objects));
});

describe("GET /api/attack/software", () => {
  it("lists active malware and tools by name, each with the number of its techniques", async () => {
    const { body, headers } = await requestJson("/api/attack/software");
    expect(headers.get("X-Total-Count")).toBe("2");
    expect(headers.get("ETag")).toMatch(/^"[0-9a-f]{32}"$/);
    expect(body).toEqual([
      expect.objectContaining({ attack_id: "S0002", name: "Mimikatz", technique_count: 1 }),
      {
        attack_id: "S9001",
        name: "Orca Loader",
        type: "malware",
        aliases: ["Orca Loader Prime"],
        platforms: ["Windows", "Сервер"],
        description: "Orca Loader was made up for 100% of this test.",
        domain: "enterprise-attack",
        version: "18.1",
        technique_count: 2,
        modified: "2024-02-02T00:00:00.000Z",
      },
    ]);
  });

  it.each([
    ["?type=tool", ["S0002"]],
    ["?type=malware", ["S9001"]],
    ["?platform=windows", ["S9001"]],
    [`?platform=${encodeURIComponent("СЕРВЕР")}`, ["S9001"]],
    ["?platform=iOS", []],
    ["?technique=t1059.001", ["S0002", "S9001"]],
    // Revoked by T1059.001, and by T1574.001.
    ["?technique=T1086", ["S0002", "S9001"]],
    ["?technique=T1574.002", ["S9001"]],
    // Deprecated, and not there.
    ["?technique=T1000", []],
    ["?technique=T9999", []],
    ["?group=g0016", ["S0002"]],
    ["?group=G0007", []],
    ["?search=prime", ["S9001"]],
    ["?search=%25", ["S9001"]],
    ["?search=s0002", ["S0002"]],
    ["?type=malware&technique=T1059.001&search=orca", ["S9001"]],
    ["?limit=1&offset=1", ["S9001"]],
  ])("%s", async (query, expected) => {
    expect(await ids(query)).toEqual(expected);
  });

  it.each([
    ["?type=virus", 422, "validation_error"],
    ["?technique=lunch", 400, "invalid_id"],
    ["?group=S0002", 400, "invalid_id"],
    [`?search=${"x".repeat(101)}`, 422, "validation_error"],
    ["?limit=0", 422, "validation_error"],
    ["?version=1.0", 404, "version_not_found"],
    ["?domain=nowhere", 404, "unknown_domain"],
  ])("refuses %s", async (query, status, code) => {
    expect(await requestJson(`/api/attack/software${query}`)).toMatchObject({
      status,
      body: { code },
    });
  });
});

describe("GET /api/attack/software/{attack_id}", () => {
  it("tells all of one, whatever the case of the id", async () => {
    expect((await read("s9001")).body).toMatchObject({
      attack_id: "S9001",
      type: "malware",
      state: "active",
      replaced_by: null,
      stix_id: expect.stringMatching(/^malware--/),
      url: "https://attack.mitre.org/software/S9001",
      groups: [],
      campaigns: [{ attack_id: "C0001", name: "Exercise One", use: "Seen in our own exercise." }],
      external_references: [{ external_id: "S9001" }],
      technique_count: 2,
      techniques: [
        { attack_id: "T1059.001", name: "PowerShell", use: "Seen in our own exercise." },
        { attack_id: "T1574.001", name: "DLL" },
      ],
    });
    expect((await read("S0002")).body).toMatchObject({
      groups: [{ attack_id: "G0016", name: "APT29", use: "Seen in our own exercise." }],
    });
  });

  it("tells what became of former software", async () => {
    expect((await read("S9000")).body).toMatchObject({
      state: "revoked",
      replaced_by: "S9001",
      techniques: [],
    });
    expect((await read("S0900")).body).toMatchObject({ state: "deprecated", name: "酸雨" });
  });

  it.each([
    ["S9999", 404, "not_found", /no software S9999 in enterprise-attack 18\.1/],
    ["G0016", 400, "invalid_id", /software id/],
    ["%00", 400, "invalid_id", /software id/],
    ["S0002?version=1.0", 404, "version_not_found", /there are 18\.1/],
  ])("%s answers %i %s", async (path, status, code, detail) => {
    expect(await read(path)).toMatchObject({
      status,
      body: { code, detail: expect.stringMatching(detail) },
    });
  });

  it("is kept, and not sent again to who has it", async () => {
    const first = await request("/api/attack/software/S9001");
    const etag = first.headers.get("ETag") ?? "";
    const again = await request("/api/attack/software/S9001", {
      headers: { "If-None-Match": etag },
    });
    expect(again.status).toBe(304);
  });
});

it("is listed by who uses it, and by the techniques that it uses", async () => {
  const used = { attack_id: "S9001", name: "Orca Loader", type: "malware" };
  expect((await requestJson("/api/apt/campaigns/C0001")).body).toMatchObject({ software: [used] });
  expect((await requestJson("/api/attack/techniques/T1574.001")).body).toMatchObject({
    software: [{ ...used, use: "Seen in our own exercise." }],
  });
});

it("has its techniques also in an index that was stored without them", async () => {
  const services = testServices();
  const index = await resolveIndex(services, { domain: "enterprise-attack" });
  const stored = await env.FILES.get(`releases/${index.release_id}/index.json`);
  const whole = await stored?.json<{ software: { techniques?: string[] }[] }>();
  for (const one of whole?.software ?? []) delete one.techniques;
  await env.FILES.put("releases/9998/index.json", JSON.stringify(whole));
  const store = new IndexStore(env.FILES, {
    list: async () => await services.software.list(index.release_id),
  });
  const read9998 = await store.get(9998, "another sum");
  expect(read9998.software).toEqual(index.software);
  expect(read9998.software.map(({ techniques }) => techniques)).toContainEqual([
    "T1059.001",
    "T1574.001",
  ]);
  await env.FILES.delete("releases/9998/index.json");
});
