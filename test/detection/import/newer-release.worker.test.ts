import { beforeAll, describe, expect, it } from "vitest";
import type { RuleImportResult } from "../../../src/detection/import/schema.ts";
import type { Rule } from "../../../src/detection/rules/schema.ts";
import { smallBundle, smallObjects, technique } from "../../support/bundles.ts";
import { sigma } from "../../support/rules/archives.ts";
import { ingest, ingestSmallRelease, requestJson } from "../../support/service.ts";

const BASE = "/api/pipeline/rules";
const send = async (body: BodyInit) =>
  (await requestJson<RuleImportResult>(`${BASE}/import`, { method: "POST", body })).body
    .receipts[0];

beforeAll(ingestSmallRelease);

describe("a rule whose techniques a newer release has", () => {
  const { text } = sigma({ tags: "[attack.t1566, attack.t1990]" });

  it("names them until then, and is for them from then on", async () => {
    const first = await send(text);
    expect(first).toMatchObject({ techniques: ["T1566"], unknown_techniques: ["T1990"] });
    const newer = technique(990, "T1990", "Something new", ["initial-access"]);
    await ingest(smallBundle("19.0", "2.1", [...smallObjects(), newer]));
    const second = await send(text);
    expect(second).toMatchObject({
      outcome: "updated",
      changed: ["techniques"],
      techniques: ["T1566", "T1990"],
      unknown_techniques: [],
    });
    const { body } = await requestJson<Rule>(`${BASE}/${first?.rule_id}`);
    expect(body).toMatchObject({ version: 2, content: text, release: "19.0" });
    expect(await send(text)).toMatchObject({ outcome: "unchanged" });
  });
});
