import { gunzipSync } from "fflate";
import { beforeAll, describe, expect, it } from "vitest";
import { readTar } from "../../../src/formats/tar/read-tar.ts";
import type { RuleImportResult } from "../../../src/detection/import/schema.ts";
import { sigma, zip } from "../../support/rules/archives.ts";
import { ingestSmallRelease, request, requestJson } from "../../support/service.ts";

const BASE = "/api/pipeline/rules";

const send = async (body: BodyInit) =>
  (await requestJson<RuleImportResult>(`${BASE}/import`, { method: "POST", body })).body;

async function exported(query: string): Promise<Record<string, string>> {
  const response = await request(`${BASE}/export?${query}`);
  expect(response.status).toBe(200);
  expect(response.headers.get("Content-Type")).toBe("application/gzip");
  const bytes = gunzipSync(new Uint8Array(await response.arrayBuffer()));
  const files: Record<string, string> = {};
  // oxlint-disable-next-line typescript/require-await -- what is read comes in chunks elsewhere
  const chunks = async function* () {
    for (let at = 0; at < bytes.length; at += 700) yield bytes.subarray(at, at + 700);
  };
  for await (const entry of readTar(chunks(), () => new Error("damaged"))) {
    files[entry.name] = new TextDecoder().decode(await entry.read());
  }
  return files;
}

beforeAll(ingestSmallRelease);

describe("GET /api/pipeline/rules/export", () => {
  it("hands the rules out as they came, under their paths", async () => {
    const long = `rules/${"каталог/".repeat(20)}правило.yml`;
    const product = { logsource: "{product: exporting}" };
    const files = {
      "sigma/rules/a.yml": sigma(product).text,
      [long]: sigma({ ...product, license: "DRL-1.1" }).text,
      "many.yml": `${sigma(product).text}---\n${sigma(product).text}`,
      "A.yaml": sigma(product).text,
      "a.yml": sigma(product).text,
      "b.kql": "// title: b\n// product: exporting\nT | where a == 1\n",
    };
    expect((await send(zip(files))).counts).toMatchObject({ created: 7, failed: 0 });
    const found = await exported("product=exporting");
    const [one = "", two = ""] = files["many.yml"].split("---\n");
    expect(found).toMatchObject({
      "sigma/rules/a.yml": files["sigma/rules/a.yml"],
      [long]: files[long],
      "many_1.yml": one,
      "many_2.yml": two,
      "A.yml": files["A.yaml"],
      "b.kql": files["b.kql"],
    });
    expect(Object.values(found)).toContain(files["a.yml"]);
    expect(Object.keys(found)).toHaveLength(7);
    const archive = await request(`${BASE}/export?product=exporting`);
    const again = await send(await archive.arrayBuffer());
    expect(again.counts).toMatchObject({ unchanged: 7, created: 0, updated: 0 });
  });

  it("is an empty archive where there are none", async () => {
    expect(await exported("product=nothing")).toEqual({});
  });
});
