import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { ProviderName } from "../../../src/pipeline/enrichment/vocabulary.ts";
import { ALL_ON, observe, providerWorld, ROOMY } from "../../support/providers/provider-world.ts";
import { type StandInName, STAND_INS } from "../../support/providers/stand-ins.ts";
import { GOOD_KEY } from "../../support/providers/wire.ts";
import { ingestSmallRelease } from "../../support/service.ts";

beforeAll(ingestSmallRelease);

const NAMES = Object.keys(STAND_INS) as StandInName[];
/** Addresses that nothing else asks about. */
let next = 0;
async function fresh(provider: ProviderName): Promise<string> {
  next += 1;
  const observable =
    provider === "malwarebazaar"
      ? await observe("sha256", next.toString(16).padStart(64, "a"))
      : await observe("ipv4", `91.7.${Math.floor(next / 250)}.${(next % 250) + 1}`);
  return observable.id;
}

type Answer = Parameters<typeof providerWorld>[1];
/** What becomes of an answer, and all that is kept of it anywhere. */
async function outcomeOf(
  provider: StandInName,
  answer: Answer,
  given: Record<string, string> = ALL_ON,
) {
  const world = providerWorld({ ...ROOMY, ...given }, answer);
  const record = await world.enrich(await fresh(provider), { provider });
  const { results } = await env.WORKSPACE_DB.prepare(
    "SELECT details FROM audit UNION ALL SELECT summary || coalesce(evidence, '') || coalesce(detail, '') || coalesce(source_url, '') FROM enrichments",
  ).all();
  const kept = JSON.stringify([record, world.logged, results]);
  expect(kept).not.toContain(GOOD_KEY);
  const secondsLeft = (Date.parse(record.expires_at) - Date.parse(world.context.now())) / 1000;
  return { record, secondsLeft, ...world };
}

const reply = (status: number, body: string, headers: Record<string, string> = {}) => ({
  status,
  headers: { "Content-Type": "application/json", ...headers },
  body,
});

describe.each(NAMES)("%s", (provider) => {
  const { key, url } = STAND_INS[provider];

  it("is not asked without its setting", async () => {
    const { enrich, sent } = providerWorld({});
    await expect(enrich(await fresh(provider), { provider })).rejects.toMatchObject({
      code: "provider_not_configured",
      message: expect.stringContaining(key ?? "INTERNETDB_ENABLED"),
    });
    expect(sent).toEqual([]);
  });

  it.each([401, 403])(
    "refuses the key with HTTP %i, and the record says what to check",
    async (status) => {
      const { record } = await outcomeOf(provider, () => reply(status, "{}"));
      expect(record).toMatchObject({ status: "failed", confidence: 0, source_url: null });
      expect(record.detail).toContain(`refuses the key or the query (HTTP ${status})`);
      expect(record.detail).toContain(key ?? "INTERNETDB_ENABLED");
    },
  );

  it("prints its own refusal of a wrong key", async () => {
    if (key === null) return;
    const { record } = await outcomeOf(provider, () => null, { [key]: "wrong" });
    expect(record).toMatchObject({ status: "failed" });
    expect(record.detail).toContain(`Check ${key}`);
  });

  it("has no entry for what it answers with 404, and is not there if that is no JSON", async () => {
    const none = await outcomeOf(provider, () => reply(404, '{"detail":"none"}'));
    expect(none.record).toMatchObject({ status: "not_found", confidence: 70 });
    const html = { "Content-Type": "text/html" };
    const page = await outcomeOf(provider, () => reply(404, "<h1>Not found</h1>", html));
    expect(page.record.status).toBe("failed");
    expect(page.record.detail).toContain(`HTTP 404 and text/html instead of JSON. Check ${url}`);
  });

  it("is left alone for as long as it asks, or for its shortest period", async () => {
    const asked = await outcomeOf(provider, () => reply(429, "{}", { "Retry-After": "120" }));
    expect(asked.record).toMatchObject({ status: "rate_limited" });
    expect(asked.secondsLeft).toBeCloseTo(120, -1);
    const before = asked.sent.length;
    const other = await asked.enrich(await fresh(provider), { provider });
    expect(other).toMatchObject({ status: "rate_limited", expires_at: asked.record.expires_at });
    expect(asked.sent).toHaveLength(before);
    const own = await outcomeOf(provider, () => STAND_INS[provider].limited());
    expect(own.record.detail).toMatch(/limits the queries .*; try again after \d{4}-/);
    expect(own.secondsLeft).toBeGreaterThan(10);
    expect(own.secondsLeft).toBeLessThanOrEqual(29_241);
  });

  it.each([
    [
      "a server error",
      () => reply(503, "busy", { "Retry-After": "600" }),
      "HTTP 503 and asks to wait 600 seconds",
    ],
    [
      "a page",
      () => reply(200, "<html>", { "Content-Type": "text/html" }),
      "text/html instead of JSON",
    ],
    ["malformed JSON", () => reply(200, '{"data":'), "malformed JSON"],
    ["other JSON", () => reply(200, "[1]"), "answers with"],
    ["null", () => reply(200, "null"), "answers with"],
    [
      "the key",
      () => reply(200, JSON.stringify({ key: GOOD_KEY })),
      key === null ? "answers" : "repeats the key",
    ],
  ])("answers with %s", async (_what, answer, sentence) => {
    const { record, secondsLeft } = await outcomeOf(provider, answer);
    expect(record).toMatchObject({ status: "failed", facts: [], stats: [], related: [] });
    expect(record.detail).toContain(sentence);
    expect(secondsLeft).toBeGreaterThan(290);
  });

  it("sends more than it may", async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(0x20);
    let sentChunks = 0;
    const body = () =>
      new ReadableStream<Uint8Array>({
        pull(controller) {
          sentChunks += 1;
          controller.enqueue(chunk);
        },
      });
    const headers = { "Content-Type": "application/json" };
    const { record } = await outcomeOf(provider, () => new Response(body(), { headers }));
    expect(record.detail).toContain("sends more than 8 MiB");
    expect(sentChunks).toBeLessThan(20);
  });

  it("hangs, and is given up", async () => {
    const never = new Promise<Response>(() => undefined);
    const settings = { ...ALL_ON, ENRICHMENT_TIMEOUT_MS: "30" };
    const { record } = await outcomeOf(provider, async () => await never, settings);
    expect(record).toMatchObject({ status: "failed" });
    expect(record.detail).toContain("was silent for");
  });

  it.each(["http://169.254.169.254/latest", "https://elsewhere.example/", "http://localhost/"])(
    "redirects to %s, which gets neither the key nor the value",
    async (Location) => {
      const { record, sent } = await outcomeOf(provider, () => reply(302, "", { Location }));
      expect(sent).toHaveLength(1);
      expect(record.detail).toContain(`redirects to ${new URL(Location).host}`);
      expect(record.detail).toContain(`Check ${url}`);
    },
  );

  it("redirects within its host, and is asked the same there", async () => {
    const { record, sent } = await outcomeOf(provider, ({ path }) =>
      path.includes("moved") ? reply(404, "{}") : reply(308, "", { Location: "/mirror/moved" }),
    );
    expect(record.status).toBe("not_found");
    expect(sent.map(({ method, body }) => [method, body])).toEqual([
      [sent[0]?.method, sent[0]?.body],
      [sent[0]?.method, sent[0]?.body],
    ]);
  });
});

it("is left alone for an hour where its shortest period is longer and it names no time", async () => {
  const { secondsLeft } = await outcomeOf("greynoise", () => STAND_INS.greynoise.limited(), {
    ...ALL_ON,
    GREYNOISE_BUDGET: "50/week",
  });
  expect(secondsLeft).toBeCloseTo(3_600, -2);
});

describe("statuses of abuse.ch", () => {
  it.each(["threatfox", "urlhaus", "malwarebazaar"] as const)(
    "%s refuses a key in an answer with HTTP 200",
    async (provider) => {
      const { record } = await outcomeOf(provider, () =>
        reply(200, '{"query_status":"unknown_auth_key"}'),
      );
      expect(record.detail).toContain("Check ABUSECH_AUTH_KEY");
      const other = await outcomeOf(provider, () =>
        reply(200, '{"query_status":"http_post_expected"}'),
      );
      expect(other.record.detail).toContain("status http_post_expected");
    },
  );
});

describe("a hostile answer", () => {
  it("is cut to lines, and links that are no web pages are left out", async () => {
    const long = "x".repeat(100_000);
    const { record } = await outcomeOf("greynoise", () =>
      reply(
        200,
        JSON.stringify({
          noise: true,
          riot: false,
          classification: `a\u0000b\u202e${long}`,
          name: { deep: [] },
          link: "javascript:alert(1)",
          last_seen: "soon",
        }),
      ),
    );
    expect(record).toMatchObject({ status: "complete", link: null, as_of: null });
    expect(record.reported_by[0]?.said).toMatch(/^a b x*$/);
    expect(record.reported_by[0]?.said).toHaveLength(500);
    expect(JSON.stringify(record).length).toBeLessThan(3_000);
  });

  it("with thousands of entries is cut to 50 of each", async () => {
    const pulses = Array.from({ length: 5_000 }, (_, i) => ({
      id: String(i),
      name: `Pulse ${i}`,
      author_name: "one",
      malware_families: [{ display_name: `Family ${i}` }],
    }));
    const { record } = await outcomeOf("otx", () =>
      reply(200, JSON.stringify({ pulse_info: { count: 5_000, pulses } })),
    );
    expect(record.stats).toEqual([{ name: "pulses", count: 5_000 }]);
    expect([record.reported_by.length, record.related.length]).toEqual([50, 50]);
  });
});
