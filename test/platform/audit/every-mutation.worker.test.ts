import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { enqueueRun } from "../../../src/pipeline/collection/enqueue-run.ts";
import { smallBundle } from "../../support/bundles.ts";
import {
  form,
  ingest,
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";
import { listRoutes } from "../../support/team.ts";

/** What one call of a route leaves in the trail; `null` is for routes that store nothing. */
interface Mutation {
  /** Makes what the call needs, and answers the call: path and request. */
  prepare(): Promise<[path: string, init: RequestInit]>;
  action: string;
  /** What it begins leaves one more row when it ends. */
  ends?: true;
  /** Its answer where the other server is missing, which it records before it asks. */
  unanswered?: number;
}

const json = (body: unknown): RequestInit => ({ body: JSON.stringify(body) });

let counter = 0;
const next = () => (counter += 1);

async function idOf(path: string, init: RequestInit, field = "id"): Promise<string> {
  const { status, body } = await requestJson(path, { method: "POST", ...init });
  if (status >= 300) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`);
  return String(body[field]);
}

const session = async () =>
  await idOf("/api/analyze", form({ text: "They used T1566 and T1059.001." }), "session_id");
const signed = async () => {
  const id = await session();
  const signing = { method: "PATCH", ...json({ review_state: "signed" }) };
  await requestJson(`/api/analyze/sessions/${id}`, signing);
  return id;
};
const proofLinksOf = (id: string) => `/api/analyze/sessions/${id}/proof-links`;
const layer = async () =>
  await idOf("/api/layers", json({ name: `L${next()}`, technique_ids: ["T1566"] }), "layer_id");
const dossier = async () => {
  const named = { name: `D${next()}`, session_ids: [await session(), await session()] };
  return await idOf("/api/dossiers", json(named), "dossier_id");
};
const coverageTest = async () =>
  await idOf("/api/coverage/tests", json({ attack_id: "T1566", result: "missed" }), "test_id");
const report = async () =>
  await idOf("/api/pipeline/intake", json({ title: `A report for the trail, number ${next()}` }));
const source = async () =>
  await idOf(
    "/api/pipeline/sources",
    json({ url: `https://feed-${next()}.unit.invalid/rss`, enabled: false }),
  );
const observable = async (kind = "cve", value = `CVE-2026-${200_000 + next()}`) =>
  await idOf("/api/pipeline/observables", json({ kind, value }));
const order = (more: object = {}) => ({
  title: "A rule",
  technique_id: "T1059.001",
  language: "sigma",
  ...more,
});
const rule = async () => await idOf("/api/pipeline/rules/generate", json(order()), "rule_id");
const ruleText =
  "title: A rule\nlogsource: {product: linux}\ndetection: {s: {a: b}, condition: s}\n";
const dettectFile = (n: number) =>
  `file_type: data-source-administration\ndata_sources:\n  - data_source_name: Component ${n}\n`;
const sample = () => ({ name: "A sample", expected: "no_match", events: [{ a: 1 }] });
const bundleOf = (n: number) => ({
  type: "bundle",
  objects: [
    {
      type: "report",
      id: `report--30000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
      name: `An imported report for the trail, number ${n}`,
    },
  ],
});
const eventOf = (n: number) => ({ Event: { info: `Event for the trail ${n}`, uuid: `u-${n}` } });
const matrixOf = (n: number) => ({
  techniques: [{ id: "AML.T0000", name: `Search ${n}` }],
});

async function deadJob(): Promise<string> {
  const context = testServices();
  const target = await context.collection.find(await source());
  if (target === null) throw new Error("no source");
  const id = await enqueueRun(context, target, "local", "manual");
  await env.WORKSPACE_DB.prepare("update jobs set state = 'dead' where id = ?").bind(id).run();
  return id;
}

const webhook = async () =>
  await idOf(
    "/api/webhooks",
    json({ name: "W", url: "https://hooks.unit.dev/1", event_types: ["sync.failed"] }),
  );

/** The path of a webhook's delivery that is dead. */
async function deadDelivery(): Promise<string> {
  const path = `/api/webhooks/${await webhook()}`;
  const id = await idOf(`${path}/test`, {});
  await env.WORKSPACE_DB.prepare("update webhook_deliveries set state = 'dead' where id = ?")
    .bind(id)
    .run();
  await env.WORKSPACE_DB.prepare("update jobs set state = 'done' where id = ?").bind(id).run();
  return `${path}/deliveries/${id}`;
}

const warningList = (n: number) => ({
  name: `A list for the trail, ${n}`,
  type: "hostname",
  version: 1,
  matching_attributes: ["domain"],
  list: [`host-${n}.unit.invalid`],
});

const ADDED = { attack_id: "T1574.001", evidence: "They used" };

/** They store nothing, though only those may ask who may do what they prepare. */
const PREPARING = new Set(["POST /api/analyze/estimate", "POST /api/pipeline/sources/preview"]);

/** Every route that changes something, and the one action that its call leaves. */
const MUTATIONS: Record<string, Mutation> = {
  "POST /api/analyze": {
    action: "session.create",
    prepare: async () => ["/api/analyze", form({ text: "T1566." })],
  },
  "POST /api/analyze/stream": {
    action: "session.create",
    prepare: async () => ["/api/analyze/stream", form({ text: "T1566." })],
  },
  "DELETE /api/analyze/sessions/{session_id}": {
    action: "session.delete",
    prepare: async () => [`/api/analyze/sessions/${await session()}`, {}],
  },
  "PATCH /api/analyze/sessions/{session_id}/techniques/{attack_id}": {
    action: "session.review",
    prepare: async () => [
      `/api/analyze/sessions/${await session()}/techniques/T1566`,
      json({ review_status: "accepted" }),
    ],
  },
  "PATCH /api/analyze/sessions/{session_id}": {
    action: "session.update",
    prepare: async () => [`/api/analyze/sessions/${await session()}`, json({ tlp: "amber" })],
  },
  "POST /api/analyze/sessions/{session_id}/comments": {
    action: "session.comment_add",
    prepare: async () => [
      `/api/analyze/sessions/${await session()}/comments`,
      json({ attack_id: "T1566", text: "A comment." }),
    ],
  },
  "DELETE /api/analyze/sessions/{session_id}/comments/{comment_id}": {
    action: "session.comment_delete",
    prepare: async () => {
      const path = `/api/analyze/sessions/${await session()}/comments`;
      return [`${path}/${await idOf(path, json({ text: "A comment." }), "comment_id")}`, {}];
    },
  },
  "POST /api/analyze/sessions/{session_id}/techniques": {
    action: "session.technique_add",
    prepare: async () => [`/api/analyze/sessions/${await session()}/techniques`, json(ADDED)],
  },
  "DELETE /api/analyze/sessions/{session_id}/techniques/{attack_id}": {
    action: "session.technique_delete",
    prepare: async () => {
      const path = `/api/analyze/sessions/${await session()}/techniques`;
      await request(path, { method: "POST", ...json(ADDED) });
      return [`${path}/${ADDED.attack_id}`, {}];
    },
  },
  "POST /api/analyze/sessions/{session_id}/techniques/review": {
    action: "session.review",
    prepare: async () => [
      `/api/analyze/sessions/${await session()}/techniques/review`,
      json({ changes: [{ attack_id: "T1566", review_status: "accepted" }] }),
    ],
  },
  "POST /api/analyze/sessions/{session_id}/history/{change_id}/undo": {
    action: "session.undo",
    prepare: async () => {
      const path = `/api/analyze/sessions/${await session()}`;
      await request(path, { method: "PATCH", ...json({ note: "A note." }) });
      const { body } = await requestJson<{ change_id: string }[]>(`${path}/history`);
      return [`${path}/history/${body[0]?.change_id}/undo`, {}];
    },
  },
  "POST /api/analyze/sessions/{session_id}/reanalyse": {
    action: "session.reanalyse",
    prepare: async () => [`/api/analyze/sessions/${await session()}/reanalyse`, {}],
  },
  "POST /api/analyze/sessions/{session_id}/second-opinion": {
    action: "session.second_opinion",
    prepare: async () => [
      `/api/analyze/sessions/${await session()}/second-opinion?provider=provider_a`,
      {},
    ],
  },
  "POST /api/analyze/sessions/{session_id}/second-opinion/accept": {
    action: "session.opinion_accept",
    prepare: async () => {
      const id = await session();
      await env.WORKSPACE_DB.prepare("delete from session_techniques where session_id = ?")
        .bind(id)
        .run();
      const path = `/api/analyze/sessions/${id}/second-opinion`;
      const opinion = await idOf(`${path}?provider=provider_a`, {}, "opinion_id");
      return [`${path}/accept`, json({ opinion_id: opinion })];
    },
  },
  "POST /api/analyze/sessions/{session_id}/retry": {
    action: "session.retry",
    prepare: async () => {
      const id = await session();
      await env.WORKSPACE_DB.prepare("update sessions set status = 'failed' where id = ?")
        .bind(id)
        .run();
      await env.WORKSPACE_DB.prepare("delete from session_techniques where session_id = ?")
        .bind(id)
        .run();
      return [`/api/analyze/sessions/${id}/retry`, {}];
    },
  },
  "DELETE /api/attack/versions/{domain}/{version}": {
    action: "release.delete",
    prepare: async () => {
      const version = `16.${next()}`;
      await ingest(smallBundle(version));
      return [`/api/attack/versions/enterprise-attack/${version}`, {}];
    },
  },
  "PUT /api/coverage/log-sources": {
    action: "coverage.log_sources",
    prepare: async () => [
      "/api/coverage/log-sources",
      json({ entries: [{ name: `Log ${next()}` }] }),
    ],
  },
  "PUT /api/coverage/log-sources/dettect": {
    action: "coverage.log_sources",
    prepare: async () => ["/api/coverage/log-sources/dettect", { body: dettectFile(next()) }],
  },
  "POST /api/coverage/log-sources/dettect": {
    action: "coverage.log_sources",
    prepare: async () => ["/api/coverage/log-sources/dettect", { body: dettectFile(next()) }],
  },
  "POST /api/coverage/tests": {
    action: "coverage_test.create",
    prepare: async () => [
      "/api/coverage/tests",
      json({ attack_id: "T1566", result: "detected", events: 3 }),
    ],
  },
  "PATCH /api/coverage/tests/{test_id}": {
    action: "coverage_test.update",
    prepare: async () => [
      `/api/coverage/tests/${await coverageTest()}`,
      json({ result: "blocked" }),
    ],
  },
  "DELETE /api/coverage/tests/{test_id}": {
    action: "coverage_test.delete",
    prepare: async () => [`/api/coverage/tests/${await coverageTest()}`, {}],
  },
  "POST /api/dossiers": {
    action: "dossier.create",
    prepare: async () => [
      "/api/dossiers",
      json({ name: "D", session_ids: [await session(), await session()] }),
    ],
  },
  "PATCH /api/dossiers/{dossier_id}": {
    action: "dossier.update",
    prepare: async () => [`/api/dossiers/${await dossier()}`, json({ tlp: "amber" })],
  },
  "DELETE /api/dossiers/{dossier_id}": {
    action: "dossier.delete",
    prepare: async () => [`/api/dossiers/${await dossier()}`, {}],
  },
  "POST /api/tokens": {
    action: "token.create",
    prepare: async () => ["/api/tokens", json({ name: "A token", role: "viewer" })],
  },
  "POST /api/analyze/sessions/{session_id}/proof-links": {
    action: "proof.create",
    prepare: async () => [proofLinksOf(await signed()), json({})],
  },
  "DELETE /api/analyze/sessions/{session_id}/proof-links/{id}": {
    action: "proof.revoke",
    prepare: async () => {
      const links = proofLinksOf(await signed());
      return [`${links}/${await idOf(links, json({}))}`, {}];
    },
  },
  "DELETE /api/tokens/{id}": {
    action: "token.revoke",
    prepare: async () => [
      `/api/tokens/${await idOf("/api/tokens", json({ name: "A token", role: "viewer" }))}`,
      {},
    ],
  },
  "POST /api/webhooks": {
    action: "webhook.create",
    prepare: async () => [
      "/api/webhooks",
      json({ name: "W", url: "https://hooks.unit.dev/2", event_types: ["sync.failed"] }),
    ],
  },
  "PATCH /api/webhooks/{id}": {
    action: "webhook.update",
    prepare: async () => [`/api/webhooks/${await webhook()}`, json({ name: "Renamed" })],
  },
  "DELETE /api/webhooks/{id}": {
    action: "webhook.delete",
    prepare: async () => [`/api/webhooks/${await webhook()}`, {}],
  },
  "POST /api/webhooks/{id}/rotate": {
    action: "webhook.rotate",
    prepare: async () => [`/api/webhooks/${await webhook()}/rotate`, {}],
  },
  "POST /api/webhooks/{id}/test": {
    action: "webhook.test",
    prepare: async () => [`/api/webhooks/${await webhook()}/test`, {}],
  },
  "POST /api/webhooks/{id}/deliveries/{delivery_id}/resend": {
    action: "webhook.resend",
    prepare: async () => [`${await deadDelivery()}/resend`, {}],
  },
  "POST /api/webhooks/{id}/resend-dead": {
    action: "webhook.resend",
    prepare: async () => {
      const [path] = (await deadDelivery()).split("/deliveries");
      return [`${path}/resend-dead`, {}];
    },
  },
  "POST /api/misp/push": {
    action: "session.push",
    unanswered: 502,
    prepare: async () => ["/api/misp/push", json({ session_id: await session() })],
  },
  "POST /api/layers": {
    action: "layer.create",
    prepare: async () => ["/api/layers", json({ name: "L", technique_ids: ["T1566"] })],
  },
  "PUT /api/layers/{layer_id}": {
    action: "layer.update",
    prepare: async () => [
      `/api/layers/${await layer()}`,
      json({ name: "M", technique_ids: ["T1059"] }),
    ],
  },
  "DELETE /api/layers/{layer_id}": {
    action: "layer.delete",
    prepare: async () => [`/api/layers/${await layer()}`, {}],
  },
  "POST /api/layers/{layer_id}/migrate": {
    // A copy is made for another release alone, and there is one here.
    action: "layer.update",
    prepare: async () => [`/api/layers/${await layer()}/migrate?in_place=true`, {}],
  },
  "POST /api/layers/import": {
    action: "layer.create",
    prepare: async () => [
      "/api/layers/import",
      json({
        name: "N",
        versions: { layer: "4.5" },
        domain: "enterprise-attack",
        techniques: [{ techniqueID: "T1566" }],
      }),
    ],
  },
  "POST /api/sync/trigger": {
    action: "sync.trigger",
    prepare: async () => ["/api/sync/trigger", json({})],
  },
  "POST /api/sync/bundles": {
    action: "sync.upload",
    prepare: async () => ["/api/sync/bundles", json(smallBundle(`17.${next()}`))],
  },
  "POST /api/jobs/{id}/retry": {
    action: "job.retry",
    prepare: async () => [`/api/jobs/${await deadJob()}/retry`, {}],
  },
  "POST /api/pipeline/sources": {
    action: "source.create",
    prepare: async () => [
      "/api/pipeline/sources",
      json({ url: `https://new-${next()}.unit.invalid/rss` }),
    ],
  },
  "PATCH /api/pipeline/sources/{id}": {
    action: "source.update",
    prepare: async () => [`/api/pipeline/sources/${await source()}`, json({ name: "renamed" })],
  },
  "DELETE /api/pipeline/sources/{id}": {
    action: "source.delete",
    prepare: async () => [`/api/pipeline/sources/${await source()}`, {}],
  },
  "POST /api/pipeline/sources/{id}/run": {
    action: "collection.run",
    ends: true,
    prepare: async () => [`/api/pipeline/sources/${await source()}/run`, {}],
  },
  "POST /api/pipeline/import/stix": {
    action: "import.stix",
    prepare: async () => ["/api/pipeline/import/stix", json(bundleOf(next()))],
  },
  "POST /api/pipeline/import/sharing_events": {
    action: "import.sharing_events",
    prepare: async () => ["/api/pipeline/import/sharing_events", json(eventOf(next()))],
  },
  "POST /api/pipeline/import/misp": {
    action: "import.sharing_events",
    prepare: async () => ["/api/pipeline/import/misp", json(eventOf(next()))],
  },
  "POST /api/pipeline/import/ml_matrix": {
    action: "import.ml_matrix",
    prepare: async () => ["/api/pipeline/import/ml_matrix", json(matrixOf(next()))],
  },
  "POST /api/pipeline/import/atlas": {
    action: "import.ml_matrix",
    prepare: async () => ["/api/pipeline/import/atlas", json(matrixOf(next()))],
  },
  "POST /api/pipeline/intake/capture": {
    action: "intake.create",
    prepare: async () => [
      "/api/pipeline/intake/capture",
      json({ url: `https://lab.unit.dev/${next()}`, html: `<p>A captured page, ${next()}.</p>` }),
    ],
  },
  "POST /api/pipeline/intake": {
    action: "intake.create",
    prepare: async () => [
      "/api/pipeline/intake",
      json({ title: `One more report for the trail, number ${next()}` }),
    ],
  },
  "POST /api/pipeline/intake/bulk": {
    action: "intake.transition",
    prepare: async () => [
      "/api/pipeline/intake/bulk",
      json({ ids: [await report()], action: "reject" }),
    ],
  },
  "PATCH /api/pipeline/intake/{id}": {
    action: "intake.transition",
    prepare: async () => [`/api/pipeline/intake/${await report()}`, json({ status: "reviewing" })],
  },
  "DELETE /api/pipeline/intake/{id}": {
    action: "intake.delete",
    prepare: async () => [`/api/pipeline/intake/${await report()}`, {}],
  },
  "POST /api/pipeline/intake/{id}/promote": {
    action: "intake.transition",
    prepare: async () => [
      `/api/pipeline/intake/${await report()}/promote`,
      json({ analyze: true }),
    ],
  },
  "POST /api/pipeline/observables": {
    action: "observable.create",
    prepare: async () => [
      "/api/pipeline/observables",
      json({ kind: "cve", value: `CVE-2026-${300_000 + next()}` }),
    ],
  },
  "POST /api/pipeline/observables/bulk": {
    action: "observable.bulk",
    prepare: async () => [
      "/api/pipeline/observables/bulk",
      json({ action: "tag", observable_ids: [await observable()], tags: ["x"] }),
    ],
  },
  "PATCH /api/pipeline/observables/{id}": {
    action: "observable.update",
    prepare: async () => [`/api/pipeline/observables/${await observable()}`, json({ tags: ["x"] })],
  },
  "DELETE /api/pipeline/observables/{id}": {
    action: "observable.delete",
    prepare: async () => [`/api/pipeline/observables/${await observable()}`, {}],
  },
  "POST /api/pipeline/suppressions/{id}/restore": {
    action: "observable.restore",
    prepare: async () => {
      const value = `CVE-2026-${400_000 + next()}`;
      await request(`/api/pipeline/observables/${await observable("cve", value)}`, {
        method: "DELETE",
      });
      const { body } = await requestJson<{ id: string }[]>(`/api/pipeline/suppressions?q=${value}`);
      return [`/api/pipeline/suppressions/${body[0]?.id}/restore`, {}];
    },
  },
  "PUT /api/pipeline/warning-lists/{name}": {
    action: "warning_list.update",
    prepare: async () => {
      const n = next();
      return [`/api/pipeline/warning-lists/of-the-trail-${n}`, json(warningList(n))];
    },
  },
  "DELETE /api/pipeline/warning-lists/{name}": {
    action: "warning_list.delete",
    prepare: async () => {
      const n = next();
      const path = `/api/pipeline/warning-lists/of-the-trail-${n}`;
      await request(path, { method: "PUT", ...json(warningList(n)) });
      return [path, {}];
    },
  },
  // Private addresses are never asked about, so nothing leaves.
  "POST /api/pipeline/observables/{id}/enrich": {
    action: "observable.enrich",
    prepare: async () => [
      `/api/pipeline/observables/${await observable("ipv4", `10.77.0.${next()}`)}/enrich`,
      {},
    ],
  },
  "POST /api/pipeline/enrichments/bulk": {
    action: "observable.enrich_bulk",
    prepare: async () => [
      "/api/pipeline/enrichments/bulk",
      json({ observable_ids: [await observable("ipv4", `10.78.0.${next()}`)] }),
    ],
  },
  "POST /api/pipeline/rules/generate": {
    action: "rule.generate",
    prepare: async () => ["/api/pipeline/rules/generate", json(order())],
  },
  "POST /api/pipeline/rules/import": {
    action: "rule.import",
    prepare: async () => [
      "/api/pipeline/rules/import",
      { body: `${ruleText}# number ${next()}\n` },
    ],
  },
  "POST /api/pipeline/rules/bulk": {
    action: "rule.state",
    prepare: async () => [
      "/api/pipeline/rules/bulk",
      json({ action: "state", state: "enabled", rule_ids: [await rule()] }),
    ],
  },
  "PATCH /api/pipeline/rules/{rule_id}": {
    action: "rule.state",
    prepare: async () => [`/api/pipeline/rules/${await rule()}`, json({ state: "enabled" })],
  },
  "DELETE /api/pipeline/rules/{rule_id}": {
    action: "rule.delete",
    prepare: async () => [`/api/pipeline/rules/${await rule()}`, {}],
  },
  "POST /api/pipeline/rules/{rule_id}/samples": {
    action: "rule.sample",
    prepare: async () => [`/api/pipeline/rules/${await rule()}/samples`, json(sample())],
  },
  "DELETE /api/pipeline/rules/{rule_id}/samples/{sample_id}": {
    action: "rule.sample",
    prepare: async () => {
      const path = `/api/pipeline/rules/${await rule()}/samples`;
      return [`${path}/${await idOf(path, json(sample()), "id")}`, { method: "DELETE" }];
    },
  },
  "POST /api/pipeline/rules/{rule_id}/versions": {
    action: "rule.version",
    prepare: async () => [
      `/api/pipeline/rules/${await rule()}/versions`,
      json({ content: `title: edited ${next()}` }),
    ],
  },
};

async function trail(): Promise<string[]> {
  const { results } = await env.WORKSPACE_DB.prepare("select action from audit order by seq").all<{
    action: string;
  }>();
  return results.map(({ action }) => action);
}

beforeAll(async () => {
  await ingestSmallRelease();
});

describe("every mutation of the interface", () => {
  it("is in the table of this test", async () => {
    const routes = await listRoutes();
    const changing = routes.filter(({ method, role }) => method !== "GET" && role !== "viewer");
    const names = changing.map(({ method, template }) => `${method} ${template}`);
    expect(names.filter((name) => !PREPARING.has(name)).sort()).toEqual(
      Object.keys(MUTATIONS).sort(),
    );
  });

  it.each(Object.entries(MUTATIONS))("%s leaves exactly one row", async (name, mutation) => {
    const [path, init] = await mutation.prepare();
    const before = await trail();
    const [method = ""] = name.split(" ");
    const response = await request(path, { ...init, method });
    const { action, ends, unanswered } = mutation;
    if (unanswered === undefined) expect(response.status).toBeLessThan(300);
    else expect(response.status).toBe(unanswered);
    await response.arrayBuffer();
    const rows = ends ? [action, action] : [action];
    expect((await trail()).slice(before.length)).toEqual(rows);
  });

  it("leaves none when it is refused", async () => {
    const before = await trail();
    for (const name of Object.keys(MUTATIONS)) {
      const [method = "", template = ""] = name.split(" ");
      const path = template
        .replace("{attack_id}", "T1566")
        .replace(/\{\w+\}/g, crypto.randomUUID());
      const response = await request(path, { method, body: method === "DELETE" ? null : "{}" });
      // What needs no body may rightly succeed with this one.
      if (response.ok) expect(template).toMatch(/sync\/trigger$/);
      await response.arrayBuffer();
    }
    expect((await trail()).filter((action) => action !== "sync.trigger").length).toBe(
      before.filter((action) => action !== "sync.trigger").length,
    );
  });
});
