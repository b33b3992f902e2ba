import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { json, newSession } from "../../support/edits.ts";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";
import { listRoutes, requestWith, TEAM } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

interface Problem {
  code: string;
  detail: string;
  current: Record<string, unknown> | null;
  sent: unknown;
  changed_by: string | null;
  changed_at: string | null;
}

/** A resource: where it is read, and two ways to change it that never come to the same. */
interface Resource {
  path: string;
  first: [method: string, path: string, body?: object];
  second: [method: string, path: string, body?: object];
}

const session = async (): Promise<Resource> => {
  const { id, path } = await newSession();
  return {
    path: `/api/analyze/${id}`,
    first: ["PATCH", `${path}/techniques/T1566`, { review_status: "accepted" }],
    second: ["PATCH", `${path}/techniques/T1566`, { review_status: "rejected" }],
  };
};

async function sessionWith(changes: (path: string) => Omit<Resource, "path">): Promise<Resource> {
  const { id, path } = await newSession();
  return { path: `/api/analyze/${id}`, ...changes(path) };
}

const dossier = async (): Promise<Resource> => {
  const ids = [(await newSession()).id, (await newSession()).id];
  const given = { name: "The harbour intrusions", session_ids: ids };
  const { body } = await requestJson("/api/dossiers", json("POST", given));
  const path = `/api/dossiers/${String(body["dossier_id"])}`;
  return {
    path,
    first: ["PATCH", path, { note: "One." }],
    second: ["PATCH", path, { note: "Two." }],
  };
};

const RULE =
  "title: One\nlogsource: {product: linux, category: process_creation}\ndetection: {s: {a: b}, condition: s}\n";
const rule = async (): Promise<Resource> => {
  const order = { title: "A rule", technique_id: "T1059.001", language: "sigma" };
  const { body } = await requestJson("/api/pipeline/rules/generate", json("POST", order));
  const path = `/api/pipeline/rules/${String(body["rule_id"])}`;
  return {
    path,
    first: ["PATCH", path, { state: "enabled" }],
    second: ["POST", `${path}/versions`, { content: RULE }],
  };
};
const sample = { name: "A sample", expected: "no_match", events: [{ a: 1 }] };

const INVENTORY = "/api/coverage/log-sources";
let entries = 0;
const named = () => ({ entries: [{ name: `Source ${(entries += 1)}` }] });
const inventory = (): Resource => ({
  path: INVENTORY,
  first: ["PUT", INVENTORY, named()],
  second: ["PUT", INVENTORY, named()],
});

/** Everything that If-Match guards, changed by two people in different ways. */
const RESOURCES: Record<string, () => Promise<Resource> | Resource> = {
  "a technique of a session": session,
  "two fields of a session": () =>
    sessionWith((path) => ({
      first: ["PATCH", path, { name: "By Ann" }],
      second: ["PATCH", path, { tags: ["by-bob"] }],
    })),
  "a session that gets two techniques": () =>
    sessionWith((path) => ({
      first: ["POST", `${path}/techniques`, { attack_id: "T1059", evidence: "host" }],
      second: ["POST", `${path}/techniques`, { attack_id: "T1574.001", evidence: "loader" }],
    })),
  "a session that is reviewed and deleted": () =>
    sessionWith((path) => ({
      first: ["PATCH", `${path}/techniques/T1566`, { note: "Seen." }],
      second: ["DELETE", path],
    })),
  "a session that is reviewed and analysed again": () =>
    sessionWith((path) => ({
      first: ["PATCH", `${path}/techniques/T1566`, { note: "Seen." }],
      second: ["POST", `${path}/reanalyse`],
    })),
  "a session that is reviewed and whose second opinion is accepted": async () => {
    const { id, path } = await newSession();
    await env.WORKSPACE_DB.prepare(
      "delete from session_techniques where session_id = ? and attack_id = 'T1059.001'",
    )
      .bind(id)
      .run();
    const opinion = `${path}/second-opinion`;
    const { body } = await requestJson(`${opinion}?provider=provider_a`, json("POST"));
    return {
      path: `/api/analyze/${id}`,
      first: ["PATCH", `${path}/techniques/T1566`, { note: "Seen." }],
      second: ["POST", `${opinion}/accept`, { opinion_id: body["opinion_id"] }],
    };
  },
  "a dossier": dossier,
  "a dossier that is changed and deleted": async () => {
    const { path, first } = await dossier();
    return { path, first, second: ["DELETE", path] };
  },
  "the state and the text of a rule": rule,
  "a rule that is saved twice": async () => {
    const { path, second } = await rule();
    const content = RULE.replace("One", "Two");
    return { path, first: ["POST", `${path}/versions`, { content }], second };
  },
  "a rule that gets a sample and is deleted": async () => {
    const { path } = await rule();
    return { path, first: ["POST", `${path}/samples`, sample], second: ["DELETE", path] };
  },
  "the log inventory": inventory,
};

const send = async (
  who: string,
  [method, path, body]: Resource["first"],
  headers: Record<string, string> = {},
) => {
  const identity = { "X-Auth-User": who, "X-Auth-Roles": "analyst" };
  return await requestWith(TEAM, path, {
    ...json(method, body),
    headers: { ...identity, ...headers },
  });
};
const stateOf = async (path: string) => {
  const etag = (await send("ann", ["GET", path])).headers.get("ETag") ?? "";
  expect(etag).toMatch(/^"[\w-]+"$/u);
  return etag;
};

/** A new analysis changes nothing before it ends, and keeps what people decide until then. */
const EXCLUSIVE = Object.entries(RESOURCES).filter(([name]) => !name.includes("analysed again"));

describe.each(EXCLUSIVE)("If-Match on %s", (_, make) => {
  it("lets exactly one of two through that were meant for the same state", async () => {
    for (const order of [
      ["first", "second"],
      ["second", "first"],
    ] as const) {
      const resource = await make();
      const etag = await stateOf(resource.path);
      const [one, other] = await Promise.all(
        order.map((which, at) =>
          send(at === 0 ? "ann" : "bob", resource[which], { "If-Match": etag }),
        ),
      );
      const answers = [one, other].map((answer) => answer?.status ?? 0);
      const done = answers.filter((status) => status >= 200 && status < 300);
      const refused = answers.filter((status) => status === 412 || status === 404);
      // Of what the other one has deleted there is no state left that could be compared.
      expect([order, answers, done.length, refused.length]).toEqual([order, answers, 1, 1]);
    }
  });
});

describe.each(Object.entries(RESOURCES))("If-Match on %s", (_, make) => {
  it("refuses the slower one with both states, and who was faster", async () => {
    const { path, first, second } = await make();
    const seen = await stateOf(path);
    expect((await send("bob", first, { "If-Match": seen })).ok).toBe(true);
    const refused = await send("ann", second, { "If-Match": seen });
    expect(refused.status).toBe(412);
    const problem = await refused.json<Problem>();
    expect(problem).toMatchObject({
      code: "precondition_failed",
      sent: second[2] ?? null,
      changed_by: "bob",
    });
    expect(problem.detail).toContain("was changed since you read it");
    expect(Date.parse(problem.changed_at ?? "")).not.toBeNaN();
    expect(problem).toHaveProperty("current");
    // What was refused changed nothing, and the answer names the state that it met.
    const now = await stateOf(path);
    expect(refused.headers.get("ETag")).toBe(now);
    expect(now).not.toBe(seen);
    expect((await send("ann", second, { "If-Match": now })).ok).toBe(true);
  });

  it("compares strongly, takes a list and any state", async () => {
    const { path, first, second } = await make();
    const etag = await stateOf(path);
    expect((await send("ann", first, { "If-Match": `W/${etag}` })).status).toBe(412);
    expect((await send("ann", first, { "If-Match": `"x", W/${etag}` })).status).toBe(412);
    const listed = await send("ann", first, { "If-Match": `"x", ${etag}` });
    expect(listed.ok).toBe(true);
    expect((await send("ann", second, { "If-Match": "*" })).ok).toBe(true);
  });
});

it("the current state of what is refused is that of what is changed", async () => {
  const current = async (resource: Resource) => {
    const etag = await stateOf(resource.path);
    await send("bob", resource.first);
    const answer = await send("ann", resource.second, { "If-Match": etag });
    return (await answer.json<Problem>()).current;
  };
  expect(await current(await session())).toMatchObject({
    attack_id: "T1566",
    review_status: "accepted",
    changed_by: "bob",
  });
  expect(await current(await dossier())).toMatchObject({ note: "One." });
  expect(await current(await rule())).toMatchObject({ version: 1, state: "enabled" });
  const put = inventory();
  expect(await current(put)).toMatchObject(put.first[2] ?? {});
});

it("a deletion that is refused takes no file", async () => {
  const { id, path } = await newSession();
  await requestJson(`${path}/techniques/T1566`, json("PATCH", { note: "Seen." }));
  const headers = { "If-Match": `"${id}"` };
  expect((await send("ann", ["DELETE", path], headers)).status).toBe(412);
  expect((await send("ann", ["GET", `/api/analyze/${id}/text`])).status).toBe(200);
  expect((await send("ann", ["GET", `/api/analyze/${id}`])).status).toBe(200);
});

it("bulk changes are named as what changed a rule last", async () => {
  const { path, second } = await rule();
  const etag = await stateOf(path);
  const body = { action: "state", state: "enabled", rule_ids: [path.split("/").at(-1)] };
  await send("bob", ["POST", "/api/pipeline/rules/bulk", body]);
  const refused = await send("ann", second, { "If-Match": etag });
  expect(await refused.json()).toMatchObject({ changed_by: "bob", current: { state: "enabled" } });
});

it("a session that nobody changed is answered with 304", async () => {
  const { id, path } = await newSession();
  const read = async (etag: string) =>
    await send("ann", ["GET", `/api/analyze/${id}?explain=true`], { "If-None-Match": etag });
  const etag = await stateOf(`/api/analyze/${id}`);
  for (const known of [etag, `W/${etag}`, `"x", ${etag}`]) {
    const unchanged = await read(known);
    expect([known, unchanged.status, await unchanged.text()]).toEqual([known, 304, ""]);
    expect(unchanged.headers.get("ETag")).toBe(etag);
  }
  await send("bob", ["PATCH", `${path}/techniques/T1566`, { review_status: "rejected" }]);
  expect((await read(etag)).status).toBe(200);
});

it("the list of sessions has the state of each", async () => {
  const { id, path } = await newSession();
  await requestJson(path, json("PATCH", { note: "Seen." }));
  const etag = await stateOf(`/api/analyze/${id}`);
  const { body } =
    await requestJson<{ session_id: string; etag: string }[]>("/api/analyze/sessions");
  expect(body.find(({ session_id }) => session_id === id)?.etag).toBe(etag);
});

/** What changes a session, a dossier, a rule or the log inventory, and what has no single state. */
const GUARDED = /^\/api\/(analyze\/sessions\/|dossiers\/|pipeline\/rules\/|coverage\/log-sources)/u;
const STORES_NOTHING = /\/(compare|second-opinion|validate|test)$/u;
/** Comments and proof links are no change of a session: two at the same time are in no conflict. */
const APART = /\/(?:comments|proof-links)(?:\/|$)/u;
const MANY = /\/rules\/(bulk|import)$/u;

it("every change of a session, dossier, rule and log inventory is described with it", async () => {
  const { body } = await requestJson<{
    paths: Record<
      string,
      Record<string, { parameters?: { name: string }[]; responses: Record<string, unknown> }>
    >;
  }>("/openapi.json");
  const changes = (await listRoutes()).filter(
    ({ method, template }) =>
      method !== "GET" &&
      GUARDED.test(template) &&
      !STORES_NOTHING.test(template) &&
      !MANY.test(template) &&
      !APART.test(template),
  );
  expect(changes).toHaveLength(21);
  const bare = changes.filter(({ method, template }) => {
    const operation = body.paths[template]?.[method.toLowerCase()];
    const isTaken = operation?.parameters?.some(({ name }) => name.toLowerCase() === "if-match");
    return isTaken !== true || operation?.responses["412"] === undefined;
  });
  expect(bare.map(({ method, template }) => `${method} ${template}`)).toEqual([]);
});
