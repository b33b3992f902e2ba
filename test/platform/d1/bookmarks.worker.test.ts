import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Bindings } from "../../../src/bindings.ts";
import worker from "../../../src/worker.ts";
import { ingestSmallRelease } from "../../support/service.ts";

/** A database of the runtime as it is made, here and on Cloudflare. */
interface Wire {
  fetcher: Fetcher;
  constructor: new (fetcher: Pick<Fetcher, "fetch">) => D1Database;
}

/** What left the Worker: the statements, and from where the database may answer them. */
interface Sent {
  sql: string;
  from: string;
}

const FROM = "x-cf-d1-session-commit-token";
const HEADER = "X-D1-Bookmark";
/** Statements outside of a session name no place: they go to the primary database. */
const NO_SESSION = new Set([""]);
const UNKNOWN = `ffffffff-ffffffff-ffffffff-${"0".repeat(32)}`;

const sent: Sent[] = [];
const bindings: Bindings = { ...env, WORKSPACE_DB: watch(env.WORKSPACE_DB) };

/** The same database, which notes what it is sent, and refuses a bookmark that it did not give out. */
function watch(database: D1Database): D1Database {
  const { fetcher, constructor: Database } = database as unknown as Wire;
  return new Database({
    fetch: async (input, init) => {
      const from = new Headers(init?.headers).get(FROM) ?? "";
      const statements = [JSON.parse(init?.body as string) as { sql: string }].flat();
      sent.push(...statements.map(({ sql }) => ({ sql, from })));
      if (from !== UNKNOWN) return await fetcher.fetch(input, init);
      return Response.json({ success: false, error: "bookmark is not known" });
    },
  });
}

async function ask(
  path: string,
  bookmark: string | null,
  init: RequestInit<IncomingRequestCfProperties> = {},
) {
  const headers = new Headers(init.headers);
  if (bookmark !== null) headers.set(HEADER, bookmark);
  const context = createExecutionContext();
  const request = new Request<unknown, IncomingRequestCfProperties>(`http://localhost${path}`, {
    ...init,
    headers,
  });
  const response = await worker.fetch(request, bindings, context);
  const body = await response.text();
  await waitOnExecutionContext(context);
  return { status: response.status, bookmark: response.headers.get(HEADER), body };
}

const saveLayer = async (bookmark: string | null) =>
  await ask("/api/layers", bookmark, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Seen", domain: "enterprise-attack", technique_ids: ["T1059"] }),
  });

const places = () => new Set(sent.map(({ from }) => from));

beforeAll(async () => await ingestSmallRelease());
beforeEach(() => {
  sent.length = 0;
});

describe("a client that sends bookmarks", () => {
  it("reads at least the state of its last change", async () => {
    const saved = await saveLayer("first-primary");
    expect(saved.status).toBe(201);
    expect(saved.bookmark).toMatch(/^[0-9a-f-]{59}$/);
    sent.length = 0;
    const { layer_id: id } = JSON.parse(saved.body) as { layer_id: string };
    const read = await ask(`/api/layers/${id}`, saved.bookmark);
    expect(read.status).toBe(200);
    expect(sent.length).toBeGreaterThan(0);
    for (const { from } of sent) expect(from >= (saved.bookmark ?? "?")).toBe(true);
    expect((read.bookmark ?? "") >= (saved.bookmark ?? "?")).toBe(true);
  });

  it("asks a cached response from that state as well", async () => {
    const { bookmark } = await saveLayer("first-primary");
    await ask("/api/layers", bookmark);
    sent.length = 0;
    expect((await ask("/api/layers", bookmark)).status).toBe(200);
    expect(sent.map(({ sql }) => sql)).toEqual(["SELECT mark FROM workspace_mark"]);
    expect(places()).toEqual(new Set([bookmark]));
  });

  it("changes at the primary database", async () => {
    const { bookmark } = await saveLayer("first-primary");
    sent.length = 0;
    expect((await saveLayer(bookmark)).status).toBe(201);
    expect(sent[0]?.from).toBe("first-primary");
    expect(places().has(bookmark ?? "")).toBe(false);
  });

  it.each(["first-unconstrained", "garbage", "'; drop table layers --", "0".repeat(5000), ""])(
    "is served from the primary database for %j",
    async (bookmark) => {
      const read = await ask("/api/layers?limit=1", bookmark);
      expect(read.status).toBe(200);
      expect(read.bookmark).toMatch(/^[0-9a-f-]{59}$/);
      expect(sent[0]?.from).toBe("first-primary");
    },
  );

  it("is served from the primary database when the database refuses its bookmark", async () => {
    const read = await ask("/api/jobs?limit=1", UNKNOWN);
    expect(read.status).toBe(200);
    expect(places().has(UNKNOWN)).toBe(true);
    expect(read.bookmark).not.toBe(UNKNOWN);
  });

  it("reads the audit trail from the primary database, whatever it has seen", async () => {
    const { bookmark } = await saveLayer("first-primary");
    sent.length = 0;
    const verified = await ask("/api/pipeline/audit/verify", bookmark);
    expect(JSON.parse(verified.body)).toMatchObject({ valid: true });
    const trail = sent.filter(({ sql }) => /\baudit/.test(sql));
    expect(trail.length).toBeGreaterThan(0);
    expect(new Set(trail.map(({ from }) => from))).toEqual(NO_SESSION);
  });
});

it("a client that sends no bookmark reads and changes at the primary database alone", async () => {
  expect((await saveLayer(null)).bookmark).toBe(null);
  expect((await ask("/api/layers", null)).bookmark).toBe(null);
  expect(places()).toEqual(NO_SESSION);
});
