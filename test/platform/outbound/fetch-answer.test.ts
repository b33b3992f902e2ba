import { describe, expect, it, vi } from "vitest";
import {
  fetchAnswer,
  type OutboundAnswer,
  readWhole,
  statusError,
} from "../../../src/platform/outbound/fetch-answer.ts";
import { operatorNetwork } from "../../../src/platform/outbound/operator-network.ts";
import { publicNetwork, whyNotPublic } from "../../../src/platform/outbound/public-network.ts";
import { readRetryAfter } from "../../../src/platform/outbound/read-retry-after.ts";

const NOW = "2026-01-31T00:00:00.000Z";
const URL_ASKED = "https://a.example/file";

/** A network that answers by address; every address that was asked for is noted. */
function networkOf(answers: Record<string, () => Response | Promise<Response>>) {
  const asked: string[] = [];
  const network = async (url: RequestInfo | URL) => {
    const address = new Request(url).url;
    asked.push(address);
    const answer = answers[address];
    if (answer === undefined) throw new TypeError("no such host");
    return await answer();
  };
  return { asked, network };
}

const redirect = (to: string | null, status = 302) =>
  new Response(null, { status, headers: to === null ? {} : { Location: to } });

async function ask<T>(
  network: typeof fetch,
  read: (answer: OutboundAnswer) => Promise<T>,
  limits = { timeoutMs: 1_000, totalMs: 3_000 },
): Promise<T> {
  return await fetchAnswer({ url: URL_ASKED, ...limits, networkFor: () => network }, read);
}
const text = async (answer: OutboundAnswer) =>
  new TextDecoder().decode(await readWhole(answer, 1_000));

describe("fetchAnswer", () => {
  it("follows redirects, and knows where permanent ones alone led to", async () => {
    const { network, asked } = networkOf({
      [URL_ASKED]: () => redirect("/moved", 301),
      "https://a.example/moved": () => redirect("https://b.example/", 302),
      "https://b.example/": () => new Response("found"),
    });
    const answer = await ask(network, async (given) => {
      const { url, permanentUrl } = given;
      return { url, permanentUrl, body: await text(given) };
    });
    expect(answer).toEqual({
      url: "https://b.example/",
      permanentUrl: "https://a.example/moved",
      body: "found",
    });
    expect(asked).toHaveLength(3);
  });

  it.each([
    ["in a circle", URL_ASKED, /redirects more than 5 times/],
    ["to nowhere", null, /redirects to nowhere/],
    ["to a file", "file:///etc/passwd", /redirects to nowhere/],
  ])("leaves redirects %s", async (_, to, why) => {
    const { network } = networkOf({ [URL_ASKED]: () => redirect(to) });
    await expect(ask(network, text)).rejects.toThrow(why);
  });

  it("asks a second time where a connection kept from the hop before was closed", async () => {
    let isClosed = true;
    const { network } = networkOf({
      [URL_ASKED]: () => redirect("/next"),
      "https://a.example/next": () => {
        if (!isClosed) return new Response("ok");
        isClosed = false;
        throw new TypeError("closed");
      },
    });
    expect(await ask(network, text)).toBe("ok");
  });

  it("says that a server cannot be reached, which may pass", async () => {
    await expect(ask(networkOf({}).network, text)).rejects.toMatchObject({
      message: `${URL_ASKED} cannot be reached, or broke off.`,
      transient: true,
    });
  });

  it("leaves a server that is silent, and ends its request", async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const silent = async (_url: unknown, init?: RequestInit) => {
      signals.push(init?.signal);
      return await new Promise<Response>(() => undefined);
    };
    const asked = ask(silent as typeof fetch, text, { timeoutMs: 20, totalMs: 3_000 });
    await expect(asked).rejects.toThrow(/was silent for 0 seconds/);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true]);
  });

  it("leaves a server that sends byte by byte when the whole time is over", async () => {
    const drip = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await new Promise((done) => setTimeout(done, 10));
        controller.enqueue(new Uint8Array(1));
      },
    });
    const { network } = networkOf({ [URL_ASKED]: () => new Response(drip) });
    const asked = ask(network, text, { timeoutMs: 1_000, totalMs: 60 });
    await expect(asked).rejects.toThrow(/took more than/);
  });

  it("reads no more into memory than it may", async () => {
    const { network } = networkOf({ [URL_ASKED]: () => new Response("a".repeat(1_001)) });
    await expect(ask(network, text)).rejects.toMatchObject({ transient: false });
  });

  it("lets what reads refuse an answer, with its own error", async () => {
    const { network } = networkOf({ [URL_ASKED]: () => new Response("", { status: 404 }) });
    const asked = ask(network, async ({ response }) => {
      throw statusError(URL_ASKED, response, NOW);
    });
    await expect(asked).rejects.toThrow(`${URL_ASKED} answers with HTTP 404.`);
  });
});

describe("statusError", () => {
  it.each([
    [404, false],
    [408, true],
    [429, true],
    [500, true],
    [503, true],
  ])("takes %i for transient: %s", (status, transient) => {
    expect(statusError(URL_ASKED, new Response(null, { status }), NOW)).toMatchObject({
      transient,
      retryAfter: null,
    });
  });

  it("says how long the server asks to wait", () => {
    const response = new Response(null, { status: 429, headers: { "Retry-After": "90" } });
    expect(statusError(URL_ASKED, response, NOW)).toMatchObject({
      retryAfter: 90,
      message: `${URL_ASKED} answers with HTTP 429 and asks to wait 90 seconds.`,
    });
  });
});

it.each([
  ["5", 5],
  [" 0 ", 1],
  ["999999", 86_400],
  ["Sat, 31 Jan 2026 00:00:30 GMT", 30],
  ["Fri, 30 Jan 2026 00:00:00 GMT", 1],
  ["soon", null],
  ["-5", null],
  ["", null],
  [null, null],
])("Retry-After %j asks to wait %j seconds", (header, seconds) => {
  expect(readRetryAfter(header, NOW)).toBe(seconds);
});

describe("the network of a request", () => {
  const network = { public: vi.fn<typeof fetch>(), operator: vi.fn<typeof fetch>() };
  const deps = (allow = false) => ({ network, settings: { ALLOW_PRIVATE_SOURCES: allow } });

  it("is the operator's for the host that the operator named, and for no other", () => {
    const networkFor = operatorNetwork(deps(), "http://localhost:9000/index.json");
    expect(networkFor("http://127.0.0.1:9000/bundle")).toBe(network.operator);
    expect(networkFor("https://a.example/")).toBe(network.public);
    expect(networkFor("http://10.0.0.1/")).toBe(network.public);
  });

  it("is the public one for others' hosts, unless private ones are allowed", () => {
    expect(publicNetwork(deps())("https://a.example/")).toBe(network.public);
    expect(() => publicNetwork(deps())("http://10.0.0.1/x")).toThrow(
      "10.0.0.1 lies in a private or reserved network.",
    );
    expect(publicNetwork(deps(true))("http://10.0.0.1/x")).toBe(network.operator);
  });

  it.each([
    ["https://a.example/", null],
    ["https://8.8.8.8/", null],
    ["https://[2606:4700::1111]/", null],
    ["ftp://a.example/", "must begin with http:// or https://"],
    ["https://u:p@a.example/", "must not carry a user name or password"],
    ["nothing", "is no URL"],
    ["http://2130706433/", "lies in a private or reserved network"],
    ["http://0x7f.1/", "lies in a private or reserved network"],
    ["http://[::ffff:10.0.0.1]/", "lies in a private or reserved network"],
    ["http://[fe80::1]/", "lies in a private or reserved network"],
    ["http://printer.local./", "lies in a private or reserved network"],
    ["http://intranet/", "lies in a private or reserved network"],
    ["http://169.254.169.254/latest", "lies in a private or reserved network"],
  ])("%s: %j", (url, why) => {
    expect(whyNotPublic(url, false)).toBe(why);
  });
});
