import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { enrichBulk } from "../../../src/pipeline/enrichment/bulk/enrich-bulk.ts";
import type { BulkTask } from "../../../src/pipeline/enrichment/schema.ts";
import type { ValuePage } from "../../../src/pipeline/observables/value-page/schema.ts";
import { runJob } from "../../../src/platform/jobs/run-job.ts";
import { ALL_ON, observe, providerWorld, ROOMY } from "../../support/providers/provider-world.ts";
import { ADDRESS } from "../../support/providers/values.ts";
import { form, ingestSmallRelease, requestJson } from "../../support/service.ts";
import { requestWith } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

const json = (method: string, body: object) => ({ method, body: JSON.stringify(body) });

async function collect(title: string, summary: string, more: object = {}): Promise<string> {
  const given = { title, summary, ...more };
  const { body } = await requestJson<{ id: string }>("/api/pipeline/intake", json("POST", given));
  return body.id;
}

async function analyse(text: string): Promise<string> {
  const { body } = await requestJson<{ session_id: string }>("/api/analyze", form({ text }));
  return body.session_id;
}

async function idOf(value: string): Promise<string> {
  const { body } = await requestJson<{ id: string }[]>(`/api/pipeline/observables?q=${value}`);
  return body[0]?.id ?? "";
}

const world = () => providerWorld({ ...ALL_ON, ...ROOMY });

describe("a value that only TLP:RED reports name", () => {
  it("is not sent, by RDAP neither, unless the caller says so; the audit says who did", async () => {
    await collect("A red report", "TLP:RED. The C2 server was 91.20.1.1.");
    const id = await idOf("91.20.1.1");
    const { enrich, sent } = world();
    for (const provider of ["greynoise", "rdap"] as const) {
      await expect(enrich(id, { provider })).rejects.toMatchObject({ code: "marked_red" });
    }
    expect(sent).toEqual([]);
    const answer = await requestWith(
      {},
      `/api/pipeline/observables/${id}/enrich`,
      json("POST", {}),
    );
    expect([answer.status, await answer.json()]).toMatchObject([
      409,
      {
        code: "marked_red",
        detail: expect.stringMatching(/Confirm if it may leave\.$/),
        errors: [{ pointer: "/include_red", detail: "must be true to confirm" }],
      },
    ]);
    const record = await enrich(id, { provider: "greynoise", includeRed: true });
    expect(record.audit[0]?.details).toMatchObject({ provider: "greynoise", include_red: true });
    expect(sent).toHaveLength(1);
    // What was sent once is here.
    expect((await enrich(id, { provider: "greynoise" })).cached).toBe(true);
  });

  it("is sent where another report names it, too, or a person decided otherwise", async () => {
    const { enrich } = world();
    await collect("Red one", "TLP:RED. Traffic went to 91.20.1.2 and 91.20.1.3.");
    const session = await analyse("TLP:RED. The implant asked 91.20.1.3 and 91.20.1.4 for orders.");
    for (const value of ["91.20.1.3", "91.20.1.4"]) {
      await expect(enrich(await idOf(value), { provider: "otx" })).rejects.toMatchObject({
        code: "marked_red",
      });
    }
    await collect("Open one", "Traffic went to 91.20.1.2.");
    expect((await enrich(await idOf("91.20.1.2"), { provider: "otx" })).status).toBe("not_found");
    await requestJson(`/api/analyze/sessions/${session}`, json("PATCH", { tlp: "green" }));
    expect((await enrich(await idOf("91.20.1.4"), { provider: "otx" })).status).toBe("not_found");
  });

  it("is sent where nobody reports it", async () => {
    const { id } = await observe("ipv4", "91.20.1.5");
    expect((await world().enrich(id, { provider: "otx" })).status).toBe("not_found");
  });

  it("is counted as withheld by a bulk enrichment, which goes on", async () => {
    await collect("Red bulk", "TLP:RED. The C2 server was 91.20.1.6.");
    const { context, sent } = world();
    const ids = [await idOf("91.20.1.6"), (await observe("ipv4", "91.20.1.7")).id];
    const ask = async (includeRed: boolean) => {
      const options = { providers: ["urlscan"] as const, includeRed };
      const { task_id: task } = await enrichBulk(context, "ann", ids, options);
      await runJob(context, task);
      return (await requestJson<BulkTask>(`/api/pipeline/enrichments/bulk/${task}`)).body.outcomes;
    };
    expect(await ask(false)).toMatchObject({ not_found: 1, withheld: 1 });
    expect(sent).toHaveLength(1);
    expect(await ask(true)).toMatchObject({ not_found: 2, withheld: 0 });
  });
});

describe("what is named beside a value", () => {
  it("is named with who says so: sessions, reports and providers", async () => {
    const text =
      "APT29 used Mimikatz on the server. The implant asked 185.220.101.4 for orders by PowerShell (T1059.001).";
    const session = await analyse(text);
    const report = await collect("They were seen", `Traffic went to ${ADDRESS}.`, {
      group_ids: ["G0016"],
      technique_ids: ["T1566"],
    });
    const id = await idOf(ADDRESS);
    const { enrich } = world();
    const otx = await enrich(id, { provider: "otx" });
    const threatfox = await enrich(id, { provider: "threatfox" });
    const { body } = await requestJson<ValuePage>(`/api/pipeline/observables/${id}/context`);
    const named = body.named.map(({ kind, name, attack_id, said_by: by }) => [
      kind,
      name,
      attack_id,
      by.map(({ source_id }) => source_id).sort((a, b) => (a < b ? -1 : 1)),
    ]);
    expect(named).toEqual([
      ["group", "APT29", "G0016", [session, report, otx.id].sort((a, b) => (a < b ? -1 : 1))],
      ["software", "Carbon - S0335", null, [otx.id]],
      ["software", "Cobalt Strike", null, [threatfox.id]],
      ["software", "Mimikatz", "S0002", [session]],
      ["software", "NoSuchFamily", null, [otx.id]],
    ]);
    expect(body.named[0]?.said_by).toContainEqual({
      source_type: "enrichment",
      source_id: otx.id,
      title: "otx",
      printed: "APT29",
    });
    expect(body.enrichments.map(({ provider }) => provider)).toEqual(["threatfox", "otx"]);
  });
});

it("times of queries are forgotten once no budget counts them", async () => {
  const { enrich, context, clock } = world();
  await enrich((await observe("ipv4", "91.20.1.9")).id, { provider: "otx" });
  const count = async () =>
    await env.WORKSPACE_DB.prepare("SELECT count(*) AS n FROM enrichment_queries").first("n");
  expect(await count()).not.toBe(0);
  clock.seconds = 9 * 24 * 60 * 60;
  const { expireEnrichments } =
    await import("../../../src/pipeline/enrichment/expire-enrichments.ts");
  await expireEnrichments(context);
  expect(await count()).toBe(0);
});
