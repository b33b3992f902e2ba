import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { beginRequest, type RawRequest } from "../support/node/raw-request.ts";
import { type RunningService, startService, preparedFolder } from "../support/node/service.ts";

const KIB = 1024;
const TEAM = { AUTH_ENABLED: "true", PROXY_SECRET: "of this test" };
const as = (user: string, role = "admin") => ({
  "X-Auth-User": user,
  "X-Auth-Roles": role,
  "X-Proxy-Secret": TEAM.PROXY_SECRET,
});
const codeOf = async (sent: RawRequest) => {
  const { status, body } = await sent.answer;
  return { status, code: (JSON.parse(body) as { code: string }).code };
};

describe("a body that comes too slowly", () => {
  const folder = preparedFolder();
  let service: RunningService;

  beforeAll(async () => {
    const pace = { BODY_GRACE_MS: "400", MIN_BODY_BYTES_PER_SECOND: String(64 * KIB) };
    const rates = { RATE_SYNCS_PER_MINUTE: "0", RATE_IMPORTS_PER_MINUTE: "0" };
    service = await startService(folder.path, { ...TEAM, ...pace, ...rates });
  });
  afterAll(async () => {
    await service?.stop();
    folder.remove();
  });

  const multipart = { "Content-Type": "multipart/form-data; boundary=x" };
  const begin = (path: string, length: number | null, more: Record<string, string> = {}) =>
    beginRequest(service.url, path, length, { ...as("ann"), ...more });

  it.each<[string, string, Record<string, string>]>([
    ["JSON", "/api/apt/compare", {}],
    ["no fields", "/api/jobs/00000000-0000-4000-8000-000000000000/retry", {}],
    ["a form", "/api/analyze", multipart],
    ["a form, streamed", "/api/analyze/stream", multipart],
    ["a bundle", "/api/sync/bundles", {}],
    ["a packed bundle", "/api/sync/bundles", { "Content-Encoding": "gzip" }],
    ["an import", "/api/pipeline/import/stix", {}],
    ["a packed import", "/api/pipeline/import/stix", { "Content-Encoding": "gzip" }],
    ["events", "/api/pipeline/import/misp", {}],
    ["a matrix", "/api/pipeline/import/atlas", {}],
  ])(
    "of %s is 408, whether it stops or trickles, and its connection ends",
    async (_, path, more) => {
      const stopped = begin(path, 2_000_000, more);
      const chunked = begin(path, null, more);
      const trickling = begin(path, 2_000_000, more);
      // A packed body begins with its head, which has as long a name as one likes.
      if ("Content-Encoding" in more) trickling.write(Buffer.from("1f8b0808000000000003", "hex"));
      const timer = setInterval(() => trickling.write(" "), 50);
      try {
        for (const sent of [stopped, chunked, trickling]) {
          expect(await codeOf(sent)).toEqual({ status: 408, code: "body_too_slow" });
        }
      } finally {
        clearInterval(timer);
      }
      await Promise.all([stopped.closed, chunked.closed, trickling.closed]);
    },
  );

  it("buys no silence by what came before", async () => {
    const sent = begin("/api/apt/compare", 2_000_000);
    sent.write(" ".repeat(1_900_000));
    expect(await codeOf(sent)).toEqual({ status: 408, code: "body_too_slow" });
    await sent.closed;
  });

  it("is not read at all when its sender may not send it", async () => {
    const sent = beginRequest(service.url, "/api/sync/bundles", 2_000_000, as("bob", "viewer"));
    expect(await codeOf(sent)).toEqual({ status: 403, code: "role_required" });
  });

  it("is one thing, a long one that keeps its pace another", async () => {
    const body = JSON.stringify({ technique_ids: ["T1059"] }).padEnd(1_500_000);
    const sent = begin("/api/apt/compare", body.length);
    for (let from = 0; from < body.length; from += 100_000) {
      sent.write(body.slice(from, from + 100_000));
      await sleep(100);
    }
    expect((await sent.answer).status).toBe(200);
    sent.destroy();
  });
});

describe("bodies in memory", () => {
  const folder = preparedFolder();
  let service: RunningService;

  beforeAll(async () => {
    const limits = {
      MAX_BUFFERED_BYTES: String(4096 * KIB),
      MAX_BUFFERED_BYTES_PER_ACTOR: String(3072 * KIB),
      BODY_GRACE_MS: "60000",
    };
    service = await startService(folder.path, { ...TEAM, ...limits });
  });
  afterAll(async () => {
    await service?.stop();
    folder.remove();
  });

  const PART = " ".repeat(1400 * KIB);
  /** Sends most of a body and leaves the rest open. */
  const hold = async (user: string) => {
    const sent = beginRequest(service.url, "/api/apt/compare", 1600 * KIB, as(user, "viewer"));
    sent.write(PART);
    await Promise.race([sent.answer, sleep(700)]);
    return sent;
  };
  const compare = async (user: string) => {
    const body = JSON.stringify({ technique_ids: ["T1059"] });
    const init = { method: "POST", headers: as(user, "viewer"), body };
    return await fetch(`${service.url}/api/apt/compare`, init);
  };

  it("are bounded for each actor and in all, and free again when their senders are gone", async () => {
    const held = [await hold("ann"), await hold("ann")];
    const refused = await hold("ann");
    expect(await codeOf(refused)).toEqual({ status: 429, code: "rate_limited" });
    expect((await refused.answer).head).toMatch(/^retry-after: \d+/im);
    expect((await compare("bob")).status).toBe(200);

    const busy = await hold("bob");
    expect(await codeOf(busy)).toEqual({ status: 503, code: "service_busy" });
    expect((await busy.answer).head).toMatch(/^retry-after: \d+/im);
    expect((await compare("ann")).status).toBe(200);

    for (const sent of held) sent.destroy();
    const again = await hold("cyd");
    again.write(" ".repeat(200 * KIB));
    expect((await again.answer).status).toBe(400);
    again.destroy();
  });
});
