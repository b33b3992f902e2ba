import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { ingestSmallRelease, testServices } from "../../support/service.ts";
import { requestWith } from "../../support/team.ts";

beforeAll(ingestSmallRelease);

const MIB = 1024 * 1024;
const LIMIT = { MAX_IMPORT_BYTES: String(20 * MIB) };

const spooled = async () => (await env.FILES.list({ prefix: "imports/incoming/" })).objects;

/** So many bytes of white space, as a stream. */
function spaces(bytes: number, end: "close" | "error" = "close"): ReadableStream<Uint8Array> {
  const chunk = new TextEncoder().encode(" ".repeat(MIB));
  let sent = 0;
  return new ReadableStream({
    pull(controller) {
      if (sent < bytes) controller.enqueue(chunk);
      else if (end === "close") controller.close();
      else controller.error(new Error("the client went away"));
      sent += chunk.length;
    },
  });
}

async function bomb(): Promise<ArrayBuffer> {
  const zipped = spaces(30 * MIB).pipeThrough(new CompressionStream("gzip"));
  return await new Response(zipped).arrayBuffer();
}

const PATHS = ["stix", "sharing_events", "ml_matrix"].flatMap((kind) =>
  ["", "?dry_run=true"].map((query) => `/api/pipeline/import/${kind}${query}`),
);

describe("what is refused leaves nothing in storage", () => {
  it.each(PATHS)("a body that unpacks to more than is taken: %s", async (path) => {
    const headers = { "Content-Encoding": "gzip" };
    const init = { method: "POST", headers, body: await bomb() };
    const response = await requestWith(LIMIT, path, init);
    expect([response.status, (await response.json<{ code: string }>()).code]).toEqual([
      413,
      "body_too_large",
    ]);
    expect(await spooled()).toEqual([]);
  });

  it.each(PATHS)("a body that is nothing of the kind: %s", async (path) => {
    const body = `${" ".repeat(9 * MIB)}{"nothing": true}`;
    const response = await requestWith(LIMIT, path, { method: "POST", body });
    await response.arrayBuffer();
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(await spooled()).toEqual([]);
  });

  it("a body whose sender goes away", async () => {
    const { spool } = testServices();
    await expect(spool.take("gone", spaces(18 * MIB, "error"))).rejects.toThrow("went away");
    expect(await spooled()).toEqual([]);
  });
});

describe("what a crash left", () => {
  it("is removed once nobody gives a sign, whole", async () => {
    const context = testServices();
    await context.spool.take("abandoned", spaces(20 * MIB));
    expect(await spooled()).toHaveLength(2);
    await context.spool.removeAbandoned(context.now(-60));
    expect(await spooled()).toHaveLength(2);
    await context.spool.removeAbandoned(context.now(60));
    expect(await spooled()).toEqual([]);
  });

  it("is not what somebody still works on, however old its first part is", async () => {
    const context = testServices();
    await context.spool.take("working", spaces(9 * MIB));
    await env.FILES.put("imports/incoming/idle/0001", "x");
    const [first] = await spooled();
    await new Promise((done) => setTimeout(done, 20));
    const between = context.now();
    await new Promise((done) => setTimeout(done, 20));
    await env.FILES.put("imports/incoming/working/alive", "");
    expect(first?.uploaded.toISOString() ?? "").not.toBe("");
    await context.spool.removeAbandoned(between);
    expect((await spooled()).map(({ key }) => key)).toEqual([
      "imports/incoming/working/0001",
      "imports/incoming/working/alive",
    ]);
    await context.spool.removeAbandoned(context.now(60));
  });
});
