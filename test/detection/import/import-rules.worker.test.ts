import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { RuleImportResult } from "../../../src/detection/import/schema.ts";
import type { Rule } from "../../../src/detection/rules/schema.ts";
import { type Files, sigma, tar, tarGz, zip } from "../../support/rules/archives.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";

type Answer = RuleImportResult & { code?: string; detail?: string };

const BASE = "/api/pipeline/rules";
const send = async (body: BodyInit, query = "") =>
  await requestJson<Answer>(`${BASE}/import${query}`, { method: "POST", body });

const outcomes = (answer: RuleImportResult) =>
  Object.fromEntries(answer.receipts.map(({ path, outcome }) => [path, outcome]));

beforeAll(ingestSmallRelease);

describe("POST /api/pipeline/rules/import", () => {
  it("stores a rule with what it says of itself", async () => {
    const { id, text } = sigma();
    const { status, body } = await send(text);
    expect(status).toBe(200);
    expect(body.counts).toMatchObject({ created: 1, failed: 0 });
    const [receipt] = body.receipts;
    expect(receipt).toMatchObject({ outcome: "created", known_as: id, techniques: ["T1059.001"] });
    const { body: rule } = await requestJson<Rule>(`${BASE}/${receipt?.rule_id}`);
    expect(rule).toMatchObject({
      content: text,
      known_as: id,
      state: "draft",
      technique_id: "T1059.001",
      release: "18.1",
      header: {
        status: "test",
        level: "high",
        author: "Ada, Боб",
        logsource: { category: "process_creation", product: "windows" },
        path: "rule.yml",
      },
    });
    const again = await send(text);
    expect(again.body.counts).toMatchObject({ created: 0, unchanged: 1 });
    const changed = await send(text.replace("level: high", "level: low"));
    expect(changed.body.receipts[0]).toMatchObject({ outcome: "updated", changed: ["level"] });
    const { body: later } = await requestJson<Rule>(`${BASE}/${receipt?.rule_id}`);
    expect([later.version, later.header?.level]).toEqual([2, "low"]);
  });

  it.each(["zip", "tar.gz", "tar"])("reads a %s, and tells what is no rule", async (kind) => {
    const rules = Array.from({ length: 5 }, () => sigma());
    const files: Files = {
      "sigma/README.md": "# Sigma",
      "sigma/.github/workflows/x.yml": "on: push",
      "sigma/tests/settings.yml": "jobs: []\n",
      ...Object.fromEntries(rules.map(({ text }, at) => [`sigma/rules/r${at}.yml`, text])),
      "sigma/images/x.png": new Uint8Array([1, 2, 3]),
    };
    const packed = kind === "zip" ? zip(files) : kind === "tar" ? tar(files) : tarGz(files);
    const dry = await send(packed, "?dry_run=true");
    expect(dry.body).toMatchObject({ import_id: null, counts: { created: 5, passed_over: 4 } });
    const { body } = await send(packed, "?state=enabled");
    expect(body.counts).toMatchObject({ created: 5, passed_over: 4, failed: 0 });
    expect(outcomes(body)["sigma/rules/r3.yml"]).toBe("created");
    const { body: rule } = await requestJson<Rule>(
      `${BASE}/${body.receipts.find(({ path }) => path.endsWith("r3.yml"))?.rule_id}`,
    );
    expect([rule.state, rule.header?.path]).toEqual(["enabled", "sigma/rules/r3.yml"]);
    const audit = async () =>
      (await env.WORKSPACE_DB.prepare("SELECT count(*) AS n FROM audit").first<{ n: number }>())?.n;
    const before = Number(await audit());
    expect((await send(packed)).body.counts).toMatchObject({ created: 0, unchanged: 5 });
    expect(await audit()).toBe(before + 1);
  });

  it("reads an archive of the folder that one is in", async () => {
    const { text } = sigma();
    const { body } = await send(tarGz({ "./": "", "./rules/./a.yml": text, "./.git/b.yml": text }));
    expect(outcomes(body)).toEqual({ "rules/./a.yml": "created", ".git/b.yml": "passed_over" });
  });
});
