import { afterAll, beforeAll, expect, it } from "vitest";
import { releasePath } from "../../scripts/data/data-folder.ts";
import { checkMigrations, sendTo, toPair } from "../support/node/check-migrations.ts";
import { checkSessionFiles } from "../support/node/check-session-files.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { listData, readData, readDataGzip } from "../support/node/real-data.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const NAVIGATOR = "atlas/navigator-layers";
const REPORT = "reports/aa21-076a-trickbot.txt";
const DOMAINS = ["enterprise-attack", "mobile-attack", "ics-attack"];

/** From each release to each other one, forwards and backwards. */
const STEPS = [
  ["17.1", "18.1"],
  ["18.1", "19.1"],
  ["17.1", "19.1"],
  ["19.1", "18.1"],
  ["18.1", "17.1"],
  ["19.1", "17.1"],
] as const;

const folder = preparedFolder();
let service: RunningService;
beforeAll(async () => {
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

describeWithData("ATLAS Navigator layers", [NAVIGATOR], () => {
  const files = listData(NAVIGATOR).filter((name) => name.endsWith(".json"));
  const layers = files.map((file) => ({
    file,
    text: readData(`${NAVIGATOR}/${file}`)?.toString("utf8") ?? "",
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
    const { status, body } = await sendTo<Record<string, unknown>>(
      service.url,
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
    const out = await sendTo<{ domain: string; techniques: object[] }>(
      service.url,
      "GET",
      `/api/layers/${String(body["layer_id"])}/navigator`,
    );
    expect(out.body.domain).toBe("atlas-atlas");
    const said = given.techniques.map(({ techniqueID: id, tactic }) => `${id} ${tactic ?? ""}`);
    expect(out.body.techniques).toHaveLength(new Set(said).size);
    const again = await sendTo<Record<string, unknown>>(
      service.url,
      "POST",
      "/api/layers/import",
      out.body,
    );
    expect(again.body).toMatchObject({ technique_ids: ids, not_kept: [], warnings: [] });
  });
});

for (const domain of DOMAINS) {
  const files = ["17.1", "18.1", "19.1"].map((version) => releasePath(domain, version));
  describeWithData(`releases of ${domain}`, files, () => {
    const read = (version: string) => readDataGzip(releasePath(domain, version)) ?? Buffer.alloc(0);
    const pairs = STEPS.map((versions) => toPair(domain, versions, versions.map(read)));
    checkMigrations(pairs, () => service.url);
  });
}

describeWithData("a published report", [REPORT], () => {
  it("is exported as valid STIX of ATT&CK's own objects, and as a layer that comes in again", async () => {
    await checkSessionFiles(service.url, String(readData(REPORT)));
  });
});
