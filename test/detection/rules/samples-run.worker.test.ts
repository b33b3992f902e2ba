import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { RuleImportResult } from "../../../src/detection/import/schema.ts";
import type { TestResult } from "../../../src/detection/rules/samples/test-rule.ts";
import type { Rule } from "../../../src/detection/rules/schema.ts";
import { sigma, zip } from "../../support/rules/archives.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";

const BASE = "/api/pipeline/rules";
const json = (body: unknown, method = "POST") => ({ method, body: JSON.stringify(body) });
const send = async (body: BodyInit, query = "") =>
  (await requestJson<RuleImportResult>(`${BASE}/import${query}`, { method: "POST", body })).body;
const read = async (id: string) => (await requestJson<Rule>(`${BASE}/${id}`)).body;
const sampleOf = (text: string) => ({
  name: "Службы 服务",
  expected: "match",
  events: [{ EventID: 1, CommandLine: text }],
});
/** A rule that fires on a word in a command line. */
const detecting = (word: string) =>
  `{selection: {CommandLine|contains: '${word}'}, condition: selection}`;

/** An imported rule with a sample that it passes. */
async function stored(): Promise<{ id: string; text: string }> {
  const { text } = sigma({ detection: detecting("alpha") });
  const id = (await send(text)).receipts[0]?.rule_id ?? "";
  const { status } = await requestJson(`${BASE}/${id}/samples`, json(sampleOf("alpha")));
  expect(status).toBe(201);
  return { id, text };
}

beforeAll(ingestSmallRelease);

/** A correlation of rules that are stored by themselves. */
const correlating = (rules: readonly string[], more = "") =>
  `title: Both\nid: ${crypto.randomUUID()}\n${more}correlation:\n  type: temporal\n  rules: [${rules.join(", ")}]\n  timespan: 1h\n`;

describe("a correlation that joins rules of other files", () => {
  const at = (minute: number, text: string) => ({
    EventID: 1,
    CommandLine: text,
    UtcTime: `2026-01-01 10:0${minute}:00`,
  });
  const named = sigma({ name: "correlated_beta", detection: detecting("beta") });
  const known = sigma({ detection: detecting("gamma") });

  it("runs with what is stored, by id and by name", async () => {
    await send(zip({ "a.yml": named.text, "b.yml": known.text }));
    const content = correlating([known.id, "correlated_beta"]);
    const id = (await send(content)).receipts[0]?.rule_id ?? "";
    const events = [at(1, "beta"), at(2, "gamma")];
    const { body } = await requestJson<TestResult>(`${BASE}/${id}/test`, json(events));
    expect(body).toMatchObject({ alerts_count: 1, alerts: [{ correlation: { title: "Both" } }] });
    const sample = { name: "Both", expected: "match", events };
    const added = await requestJson(`${BASE}/${id}/samples`, json(sample));
    expect(added.body).toMatchObject({ test_run: { passed: 1, failed: 0 } });
  });

  it("joins one that joins others", async () => {
    await send(zip({ "a.yml": named.text, "b.yml": known.text }));
    await send(correlating([known.id, "correlated_beta"], "name: inner_pair\n"));
    const content = correlating(["inner_pair", "correlated_beta"]);
    const order = { content, events: [at(1, "beta"), at(2, "gamma"), at(3, "beta")] };
    const { status } = await requestJson<TestResult>(`${BASE}/test`, json(order));
    expect(status).toBe(200);
  });

  it("says which rule is neither in its text nor stored", async () => {
    const order = { content: correlating([known.id, "not_there"]), events: [] };
    const { status, body } = await requestJson<{ detail: string }>(`${BASE}/test`, json(order));
    expect(status).toBe(422);
    expect(body.detail).toMatch(/There is no rule 'not_there' here; store it/);
  });

  it("ends where two join each other", async () => {
    await send(correlating(["second_of_two"], "name: first_of_two\n"));
    await send(correlating(["first_of_two"], "name: second_of_two\n"));
    const order = { content: correlating(["first_of_two"]), events: [] };
    const { status, body } = await requestJson<{ detail: string }>(`${BASE}/test`, json(order));
    expect(status).toBe(422);
    expect(body.detail).toMatch(/joins itself, by way of other correlations/);
  });
});

describe("samples of rules that an import updates", () => {
  it("run on the new version, and the receipt says where they fail", async () => {
    const [good, bad, without] = [await stored(), await stored(), sigma()];
    await send(without.text);
    const files = {
      "good.yml": good.text.replace("level: high", "level: low"),
      "bad.yml": bad.text.replace("alpha", "beta"),
      "without.yml": without.text.replace("level: high", "level: low"),
      "new.yml": sigma().text,
    };
    const dry = await send(zip(files), "?dry_run=true");
    const saying = ({ receipts }: RuleImportResult) =>
      Object.fromEntries(receipts.map(({ path, samples }) => [path, samples]));
    const said = {
      "good.yml": null,
      "bad.yml": "1 of 1 samples failed.",
      "without.yml": null,
      "new.yml": null,
    };
    expect(saying(dry)).toEqual(said);
    expect((await read(bad.id)).version).toBe(1);
    const done = await send(zip(files));
    expect(done.counts).toMatchObject({ updated: 3, created: 1, failed: 0 });
    expect(saying(done)).toEqual(said);
    expect(await read(good.id)).toMatchObject({ version: 2, test_run: { passed: 1, failed: 0 } });
    expect(await read(bad.id)).toMatchObject({
      version: 2,
      test_run: {
        passed: 0,
        failed: 1,
        results: [{ name: "Службы 服务", passed: false, error: null }],
      },
    });
    const { body: receipts } = await requestJson<{ pointer: string; rule: { samples: string } }[]>(
      done.receipts_url ?? "",
    );
    expect(receipts.find(({ pointer }) => pointer === "bad.yml")?.rule.samples).toBe(
      said["bad.yml"],
    );
    const id = done.receipts.find(({ path }) => path === "without.yml")?.rule_id ?? "";
    expect((await read(id)).test_run).toBeNull();
  });

  it("are not run where an import has too many", async () => {
    const { id, text } = await stored();
    await env.WORKSPACE_DB.prepare(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000)
       insert into rule_samples (id, rule_id, version, name, expected, events, event_count, created_by, created_at)
       select 'many-' || i, ?, 1, 'x', 'match', '{}', 1, 'x', '2026-01-01T00:00:00Z' from n`,
    )
      .bind(id)
      .run();
    const { receipts } = await send(text.replace("level: high", "level: low"));
    expect(receipts[0]).toMatchObject({
      outcome: "updated",
      samples: expect.stringContaining("(10001) were not run"),
    });
    expect(await read(id)).toMatchObject({ version: 2, test_run: null });
    await env.WORKSPACE_DB.prepare("delete from rule_samples where id like 'many-%'").run();
  });
});

describe("samples of rules that are enabled", () => {
  it("run again, and failing ones stop nothing", async () => {
    const { id } = await stored();
    await env.WORKSPACE_DB.prepare("update rule_samples set events = '{}' where rule_id = ?")
      .bind(id)
      .run();
    const disabled = await requestJson<Rule>(`${BASE}/${id}`, json({ state: "disabled" }, "PATCH"));
    expect(disabled.body.test_run).toMatchObject({ failed: 0 });
    const enabled = await requestJson<Rule>(`${BASE}/${id}`, json({ state: "enabled" }, "PATCH"));
    expect(enabled).toMatchObject({
      status: 200,
      body: { state: "enabled", test_run: { failed: 1 } },
    });
    expect(await read(id)).toMatchObject({ state: "enabled", test_run: { passed: 0, failed: 1 } });
  });

  it("are named by a bulk change, by how they last came out", async () => {
    const [good, bad] = [await stored(), await stored()];
    await send(bad.text.replace("alpha", "beta"));
    const change = async (state: string) =>
      await requestJson(
        `${BASE}/bulk`,
        json({ action: "state", state, rule_ids: [good.id, bad.id] }),
      );
    expect((await change("enabled")).body).toMatchObject({ changed: 2, failing: [bad.id] });
    expect((await change("enabled")).body).toMatchObject({ changed: 0, failing: [] });
    expect((await change("disabled")).body).toMatchObject({ changed: 2, failing: [] });
  });
});
