import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { smallBundle } from "../support/bundles.ts";
import { eventsOf } from "../support/events.ts";
import { AiStandIn, answer } from "../support/node/ai-stand-in.ts";
import { Canary } from "../support/node/canary.ts";
import { addSource, runSource, sendJson } from "../support/node/collection.ts";
import { FeedServer } from "../support/node/feed-server.ts";
import { ingest } from "../support/node/ingest.ts";
import { waitFor } from "../support/node/machine.ts";
import { ProxyStandIn } from "../support/node/proxy-stand-in.ts";
import { type RunningService, startService, preparedFolder } from "../support/node/service.ts";
import { startTlsFront, TEST_CERTIFICATE } from "../support/node/tls-front.ts";

const MIB = 1024 * 1024;
const SECRET = "se:cret";
const AUTHORIZATION = `Basic ${Buffer.from(`team:${SECRET}`).toString("base64")}`;
const REPORT = "The actor used PowerShell to download a loader. Later it dumped LSASS memory.";
const FEED = `<rss version="2.0"><channel><title>News</title><item><title>A story of the outside</title>
<link>https://news.outside.example/1</link></item></channel></rss>`;

const proxy = new ProxyStandIn();
const ai = new AiStandIn();
const server = new FeedServer();
const canary = new Canary();
const folder = preparedFolder();
const fronts: Awaited<ReturnType<typeof startTlsFront>>[] = [];
let service: RunningService;
let logged = "";

/** Lets a host outside, asked by https, be played by a server of this test. */
async function play(host: string, url: string): Promise<void> {
  const front = await startTlsFront(Number(new URL(url).port));
  fronts.push(front);
  proxy.ports.set(host, front.port);
}

beforeAll(async () => {
  await Promise.all([proxy.listen(), ai.listen(), server.listen(), canary.listen()]);
  const address = `http://team:${encodeURIComponent(SECRET)}@${proxy.host}`;
  service = await startService(folder.path, {
    HTTPS_PROXY: address,
    http_proxy: address,
    NO_PROXY: "exempt.outside.example",
    NODE_EXTRA_CA_CERTS: TEST_CERTIFICATE,
    ALLOWED_HOSTS: "team.outside.example",
    MAX_FEED_BYTES: String(MIB),
    ATTACK_INDEX_URL: "https://upstream.outside.example/index.json",
    RDAP_BOOTSTRAP_URL: "https://rdap.outside.example/rdap",
    MISP_URL: "https://misp.outside.example",
    SERVER_CREDENTIALS: JSON.stringify({ "https://misp.outside.example": { key: "misp-key" } }),
    PROVIDER_B_KIND: "openai",
    PROVIDER_B_MODEL: "far",
    PROVIDER_B_API_KEY: "key",
    PROVIDER_B_BASE_URL: "https://ai.outside.example/v1",
    PROVIDER_C_KIND: "openai_compatible",
    PROVIDER_C_MODEL: "near",
    PROVIDER_C_BASE_URL: ai.baseUrl("openai_compatible"),
  });
  for (const stream of [service.process.stdout, service.process.stderr]) {
    stream?.on("data", (data: Buffer) => (logged += data.toString()));
  }
  await play("ai.outside.example", ai.baseUrl("openai"));
  await play("safe.outside.example", server.url);
  await play("team.outside.example", service.url);
  proxy.ports.set("plain.outside.example", Number(new URL(server.url).port));
});
afterAll(async () => {
  await service.stop();
  folder.remove();
  for (const front of [...fronts, proxy, ai, server, canary]) front.close();
});
beforeEach(() => {
  proxy.refusal = null;
  proxy.takeAsked();
  ai.asked.length = 0;
  ai.behave = () => ({ text: answer([], { summary: "The actor downloaded a loader." }) });
});

/** Serves a feed; answers its path. */
function offer(name: string, text = FEED): string {
  return new URL(server.offer(name, { bytes: Buffer.from(text) })).pathname;
}
const run = async (url: string) => await runSource(service.url, await addSource(service.url, url));

async function post(path: string, slot: string, signal?: AbortSignal): Promise<Response> {
  const form = new FormData();
  form.set("provider", `provider_${slot}`);
  form.set("text", REPORT);
  const init = signal === undefined ? {} : { signal };
  return await fetch(`${service.url}${path}`, { method: "POST", body: form, ...init });
}

describe("a feed", () => {
  it("by http is asked for through HTTP_PROXY, with its credentials", async () => {
    const url = `http://plain.outside.example${offer("plain")}`;
    expect(await run(url)).toMatchObject({ status: "complete", items_created: 1 });
    const asked = { method: "GET", target: url, authorization: AUTHORIZATION };
    expect(proxy.takeAsked()).toEqual([asked]);
  });

  it("by https is asked for through a tunnel of HTTPS_PROXY, redirects included", async () => {
    const path = offer("safe", FEED.replaceAll("outside", "outer"));
    server.fault = (request, response) => {
      if (request.url !== "/moved") return false;
      response.writeHead(302, { Location: `http://plain.outside.example${path}` }).end();
      return true;
    };
    expect(await run("https://safe.outside.example/moved")).toMatchObject({ status: "complete" });
    expect(proxy.takeAsked()).toEqual([
      { method: "CONNECT", target: "safe.outside.example:443", authorization: AUTHORIZATION },
      {
        method: "GET",
        target: `http://plain.outside.example${path}`,
        authorization: AUTHORIZATION,
      },
    ]);
  });

  it("that is too large is given up", async () => {
    const url = `https://safe.outside.example${offer("large", FEED.padEnd(2 * MIB))}`;
    expect(await run(url)).toMatchObject({
      status: "failed",
      error: expect.stringContaining("sends more than 1 MiB"),
    });
  });

  it("that redirects inside is refused, and neither the proxy nor the host is asked", async () => {
    const inside = `http://127.0.0.1:${canary.port}/feed`;
    server.fault = (request, response) => {
      if (request.url !== "/inside") return false;
      response.writeHead(302, { Location: inside }).end();
      return true;
    };
    expect(await run("https://safe.outside.example/inside")).toMatchObject({
      status: "failed",
      error: expect.stringContaining("lies in a private or reserved network"),
    });
    expect(proxy.takeAsked()).toHaveLength(1);
    expect(canary.arrivals.size).toBe(0);
  });

  it("of a host in NO_PROXY is not asked for through the proxy", async () => {
    // The name does not resolve, which shows that we looked it up ourselves.
    expect(await run("https://exempt.outside.example/feed")).toMatchObject({
      status: "failed",
      error: expect.stringContaining("https://exempt.outside.example/feed cannot be reached"),
    });
    expect(proxy.takeAsked()).toEqual([]);
  });

  it.each([
    [407, "requires a valid user name and password"],
    [403, "refuses requests to safe.outside.example (HTTP 403). Allow the host at the proxy"],
  ])("fails with the words for a proxy that answers %d", async (status, words) => {
    proxy.refusal = status;
    const { error } = await run(`https://safe.outside.example/${status}`);
    expect(error).toContain(`The proxy http://${proxy.host} ${words}`);
  });
});

describe("a report", () => {
  it("is fetched through the proxy", async () => {
    const page = `<html><body><article><p>${`${REPORT} `.repeat(20)}</p></article></body></html>`;
    const bytes = Buffer.from(page);
    const { pathname } = new URL(
      server.offer("report", { bytes, headers: { "Content-Type": "text/html" } }),
    );
    const form = new FormData();
    form.set("url", `https://safe.outside.example${pathname}`);
    const response = await fetch(`${service.url}/api/analyze`, { method: "POST", body: form });
    expect(response.status).toBe(200);
    expect(proxy.takeAsked()).toMatchObject([{ target: "safe.outside.example:443" }]);
  });
});

describe("a language model", () => {
  it("outside is asked through the proxy, and streams", async () => {
    const response = await post("/api/analyze/stream", "b");
    const events = eventsOf(await response.text());
    expect(events.filter(({ type }) => type === "token").length).toBeGreaterThan(1);
    expect(events.at(-1)).toMatchObject({ type: "result" });
    expect(ai.asked).toMatchObject([{ isStream: true, key: "Bearer key" }]);
    expect(proxy.takeAsked()).toEqual([
      { method: "CONNECT", target: "ai.outside.example:443", authorization: AUTHORIZATION },
    ]);
  });

  it("outside is asked no longer when the client goes away", async () => {
    ai.behave = () => ({ silence: true });
    const abort = new AbortController();
    const asked = post("/api/analyze/stream", "b", abort.signal).then((r) => r.text());
    await waitFor("the call", async () => (ai.open > 0 ? true : null));
    abort.abort();
    await expect(asked).rejects.toThrow("aborted");
    await waitFor("the end of the call", async () => (ai.open === 0 ? true : null));
  });

  it("on this machine is asked directly", async () => {
    expect((await post("/api/analyze", "c")).status).toBe(200);
    expect(ai.asked).toHaveLength(1);
    expect(proxy.takeAsked()).toEqual([]);
  });

  it("behind a proxy that refuses fails with the proxy's name and no retry", async () => {
    proxy.refusal = 407;
    const response = await post("/api/analyze", "b");
    expect(await response.json()).toMatchObject({
      code: "provider_error",
      detail: expect.stringContaining(`The proxy http://${proxy.host} requires a valid user name`),
    });
    // Other work of the service may use the proxy meanwhile.
    const targets = proxy.takeAsked().map(({ target }) => target);
    expect(targets.filter((target) => target === "ai.outside.example:443")).toHaveLength(1);
  });
});

describe("whatever else leaves", () => {
  it("goes through the proxy: releases and enrichments", async () => {
    await sendJson(`${service.url}/api/sync/trigger`, {});
    const observables = `${service.url}/api/pipeline/observables`;
    const { body } = await sendJson<{ id: string }>(observables, {
      kind: "domain",
      value: "rdap-proxied.net",
    });
    await sendJson(`${observables}/${body.id}/enrich`, {});
    const hosts = new Set<string>();
    await waitFor("both", async () => {
      for (const { target } of proxy.takeAsked()) hosts.add(target);
      return hosts.size > 1 ? true : null;
    });
    expect(hosts).toEqual(new Set(["upstream.outside.example:443", "rdap.outside.example:443"]));
  });

  it("goes through the proxy: webhooks, and reports for a MISP server", async () => {
    const webhook = await sendJson<{ id: string }>(`${service.url}/api/webhooks`, {
      name: "Outside",
      url: "https://hooks.outside.example/in",
      event_types: ["intake.created"],
    });
    expect(webhook.status).toBe(201);
    await sendJson(`${service.url}/api/webhooks/${webhook.body.id}/test`, {});
    const analyzed = (await (await post("/api/analyze", "a")).json()) as { session_id: string };
    await sendJson(`${service.url}/api/misp/push`, { session_id: analyzed.session_id });
    const hosts = new Set<string>();
    await waitFor("both", async () => {
      for (const { target, authorization } of proxy.takeAsked())
        if (authorization === AUTHORIZATION) hosts.add(target);
      return ["hooks", "misp"].every((name) => hosts.has(`${name}.outside.example:443`)) || null;
    });
  });

  it("goes through the proxy: a bundle that is sent to a service elsewhere", async () => {
    const file = join(folder.path, "bundle.json");
    writeFileSync(file, JSON.stringify(smallBundle("18.1")));
    const environment = {
      https_proxy: `http://team:${encodeURIComponent(SECRET)}@${proxy.host}`,
      NODE_EXTRA_CA_CERTS: TEST_CERTIFICATE,
    };
    const url = "https://team.outside.example";
    const sent = await ingest(environment, file, "--url", url);
    expect(sent).toEqual({ code: 0, said: "enterprise-attack 18.1 is ingested." });
    expect(proxy.takeAsked()).toContainEqual({
      method: "CONNECT",
      target: "team.outside.example:443",
      authorization: AUTHORIZATION,
    });
    // A service on this machine is sent to directly.
    expect(await ingest(environment, file, "--url", service.url)).toMatchObject({ code: 0 });
    const targets = proxy.takeAsked().map(({ target }) => target);
    expect(targets).not.toContain(new URL(service.url).host);
  });
});

describe("the credentials", () => {
  it("are neither logged nor shown", async () => {
    const health = await (await fetch(`${service.url}/api/health`)).text();
    const runs = await (await fetch(`${service.url}/api/pipeline/runs`)).text();
    for (const text of [logged, health, runs]) {
      expect(text).not.toContain(SECRET);
      expect(text).not.toContain(encodeURIComponent(SECRET));
      expect(text).not.toContain(AUTHORIZATION.slice("Basic ".length));
    }
    expect(logged).toContain(`The proxy http://${proxy.host} requires`);
  });
});

describe("a bad address", () => {
  it("stops the start with the name of the setting", async () => {
    const other = preparedFolder();
    const started = startService(other.path, { HTTPS_PROXY: "team:se:cret@proxy:3128" });
    await expect(started).rejects.toThrow(
      "Setting HTTPS_PROXY must be the address of an HTTP proxy",
    );
    other.remove();
  });
});
