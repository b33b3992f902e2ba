import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from "node:http";
import net, { type AddressInfo, type LookupFunction } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { FAULT_HEADER } from "../../src/platform/outbound/egress-fault.ts";
import { Forwarder } from "../../src/selfhost/egress/forward.ts";
import { readProxySettings } from "../../src/selfhost/egress/proxy-settings.ts";
import { startTlsFront } from "../support/node/tls-front.ts";
import { ProxyStandIn } from "../support/node/proxy-stand-in.ts";

const HOST = "host.outside.example";
const proxy = new ProxyStandIn();
let target: Server;
let serve: (asked: IncomingMessage, answer: ServerResponse) => void;
let tls: Awaited<ReturnType<typeof startTlsFront>>;
const servers: Server[] = [];

beforeAll(async () => {
  target = await listen((asked, answer) => serve(asked, answer));
  tls = await startTlsFront(portOf(target));
  await proxy.listen();
});
afterAll(() => {
  proxy.close();
  tls.close();
  for (const server of servers) {
    server.closeAllConnections();
    server.close();
  }
});
afterEach(() => vi.restoreAllMocks());
beforeEach(() => {
  serve = (asked, answer) => answer.end(`${asked.headers.host} ${asked.url}`);
  proxy.refusal = null;
  proxy.refusalHeaders = {};
  proxy.isSilent = false;
  proxy.ports.set(HOST, portOf(target));
  proxy.takeAsked();
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

async function listen(handler: (asked: IncomingMessage, answer: ServerResponse) => void) {
  const server = createServer(handler);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  servers.push(server);
  return server;
}

/** Every name leads to one address. */
const leadTo =
  (address: string): LookupFunction =>
  (_name, { all }, done) =>
    all === true ? done(null, [{ address, family: 4 }]) : done(null, address, 4);

interface Given {
  NO_PROXY?: string;
  isPublicOnly?: boolean;
  address?: string;
  proxyUrl?: string;
  connectMs?: number;
}

/** A forwarder on a port; answers a function that asks it for a URL. */
async function start(given: Given = {}) {
  const { NO_PROXY = "", isPublicOnly = true, address = "127.0.0.1", connectMs = 10_000 } = given;
  const url = given.proxyUrl ?? `http://some%40one:se%3Acret@${proxy.host}`;
  const settings = readProxySettings({ HTTP_PROXY: url, HTTPS_PROXY: url, NO_PROXY });
  if (settings === null) throw new Error("no proxy");
  const lookup = leadTo(address);
  const forwarder = new Forwarder({ proxy: settings, isPublicOnly, connectMs, lookup });
  const server = await listen((asked, answer) => forwarder.forward(asked, answer));
  const ask = (path: string, headers = {}) =>
    request({ port: portOf(server), host: "127.0.0.1", path, headers, agent: false });
  return Object.assign(ask, { connect: () => net.connect(portOf(server), "127.0.0.1") });
}

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

async function read(sent: ReturnType<typeof request>): Promise<Answer | "broken"> {
  return await new Promise((resolve) => {
    sent.on("error", () => resolve("broken"));
    sent.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("error", () => resolve("broken"));
      const { statusCode: status = 0, headers } = answer;
      answer.on("end", () => resolve({ status, headers, text }));
    });
    sent.end();
  });
}

const faultOf = async (sent: ReturnType<typeof request>) => {
  const answer = await read(sent);
  return answer === "broken" ? answer : [answer.headers[FAULT_HEADER], answer.text];
};

describe("a request", () => {
  it("for http goes to the proxy with its whole URL and the credentials", async () => {
    const ask = await start();
    expect(await read(ask(`http://${HOST}/a?b=c`))).toMatchObject({
      status: 200,
      text: `${HOST} /a?b=c`,
    });
    const authorization = `Basic ${Buffer.from("some@one:se:cret").toString("base64")}`;
    expect(proxy.takeAsked()).toEqual([
      { method: "GET", target: `http://${HOST}/a?b=c`, authorization },
    ]);
  });

  it("for https goes through a tunnel, of which the proxy sees the host alone", async () => {
    proxy.ports.set(HOST, tls.port);
    const ask = await start();
    // Nobody signed the certificate of the tests, which shows that TLS began behind the proxy.
    expect(await faultOf(ask(`https://${HOST}/a`))).toEqual([
      "final",
      `The certificate of ${HOST}, seen through the proxy http://${proxy.host}, is not trusted (DEPTH_ZERO_SELF_SIGNED_CERT). If the proxy inspects TLS, set NODE_EXTRA_CA_CERTS to a file with its authority.`,
    ]);
    expect(proxy.takeAsked()).toMatchObject([{ method: "CONNECT", target: `${HOST}:443` }]);
  });

  it("carries nothing of the connection or of our own, in neither direction", async () => {
    let seen: IncomingMessage["headers"] = {};
    serve = (asked, answer) => {
      seen = asked.headers;
      const forged = { [FAULT_HEADER]: "final", "X-Other": "kept", Connection: "close, x-a" };
      answer.writeHead(203, forged).end("body");
    };
    const ask = await start();
    const given = { "Proxy-Authorization": "Basic b3VycyE=", TE: "trailers", "X-Mine": "1" };
    const answer = await read(ask(`http://${HOST}/`, given));
    expect(answer).toMatchObject({ status: 203, text: "body", headers: { "x-other": "kept" } });
    expect(answer).not.toHaveProperty(["headers", FAULT_HEADER]);
    expect(seen).toMatchObject({ host: HOST, "x-mine": "1" });
    expect(seen).not.toHaveProperty("te");
    expect(proxy.takeAsked()[0]?.authorization).not.toBe("Basic b3VycyE=");
  });

  it("ends at the host when the Worker gives it up", async () => {
    const ended = new Promise<boolean>((resolve) => {
      serve = (_asked, answer) => {
        answer.on("close", () => resolve(answer.writableEnded));
        answer.write("a first piece");
      };
    });
    const ask = await start();
    const sent = ask(`http://${HOST}/`);
    sent.on("response", (answer) => answer.once("data", () => sent.destroy()));
    sent.on("error", () => undefined);
    sent.end();
    expect(await ended).toBe(false);
  });

  it("breaks off when the host breaks off", async () => {
    serve = (_asked, answer) => {
      answer.writeHead(200, { "Content-Length": "100" });
      answer.write("half", () => answer.destroy());
    };
    expect(await read((await start())(`http://${HOST}/`))).toBe("broken");
  });
});

describe("NO_PROXY", () => {
  it.each([
    HOST,
    HOST.toUpperCase(),
    ".outside.example",
    "*.outside.example",
    "*",
    `${HOST}:PORT`,
    `other.example ${HOST}`,
  ])("with %s leads to the host itself", async (entry) => {
    const port = portOf(target);
    const NO_PROXY = entry.replace("PORT", String(port));
    const ask = await start({ NO_PROXY, isPublicOnly: false });
    expect(await read(ask(`http://${HOST}:${port}/`))).toMatchObject({ status: 200 });
    expect(proxy.takeAsked()).toEqual([]);
  });

  it.each(["outside.example", `${HOST}:81`, ".other.example", "192.0.2.0/24"])(
    "with %s leaves the host to the proxy",
    async (NO_PROXY) => {
      const ask = await start({ NO_PROXY });
      expect(await read(ask(`http://${HOST}/`))).toMatchObject({ status: 200 });
      expect(proxy.takeAsked()).toHaveLength(1);
    },
  );

  it.each(["9.9.9.9", "9.9.9.0-9.9.9.255"])("with %s exempts an address", async (NO_PROXY) => {
    const isTarget = (to: unknown) => (to as { host?: string }).host === "9.9.9.9";
    vi.spyOn(net, "createConnection").mockImplementation((...to: unknown[]) =>
      isTarget(to[0])
        ? net.connect(portOf(target), "127.0.0.1")
        : net.connect(...(to as Parameters<typeof net.connect>)),
    );
    const ask = await start({ NO_PROXY });
    expect(await read(ask("http://9.9.9.9/"))).toMatchObject({ text: "9.9.9.9 /" });
    expect(proxy.takeAsked()).toEqual([]);
  });

  it("does not lead to a name that resolves to a private address", async () => {
    const ask = await start({ NO_PROXY: HOST, address: "10.1.2.3" });
    const refusal = ["final", `${HOST} lies in a private or reserved network.`];
    expect(await faultOf(ask(`http://${HOST}/`))).toEqual(refusal);
    expect(proxy.takeAsked()).toEqual([]);
  });
});

describe("a private host", () => {
  it.each(["127.0.0.1", "[::1]", "10.0.0.1", "localhost", "metadata.google.internal", "vllm"])(
    "such as %s is refused on the public network before anything is sent",
    async (host) => {
      const ask = await start();
      for (const url of [`http://${host}:1/`, `https://${host}/`]) {
        const [kind, message] = await faultOf(ask(url));
        expect([kind, message]).toEqual([
          "final",
          `${new URL(url).host} lies in a private or reserved network.`,
        ]);
      }
      expect(proxy.takeAsked()).toEqual([]);
    },
  );

  it.each(["127.0.0.1", "localhost", "vllm"])(
    "such as %s is reached directly on the operator's network",
    async (host) => {
      const ask = await start({ isPublicOnly: false });
      const url = `http://${host}:${portOf(target)}/`;
      expect(await read(ask(url))).toMatchObject({ status: 200 });
      expect(proxy.takeAsked()).toEqual([]);
    },
  );
});

describe("a fault of the proxy", () => {
  const words = `The proxy http://127.0.0.1:`;

  it.each([
    [
      407,
      "final",
      /requires a valid user name and password \(HTTP 407\)\. Set them in HTTPS?_PROXY/,
    ],
    [403, "final", /refuses requests to host\.outside\.example \(HTTP 403\)\. Allow the host/],
  ])("%d is explained for http and https", async (status, kind, message) => {
    proxy.refusal = status;
    if (status === 403) proxy.refusalHeaders = { "X-Squid-Error": "ERR_ACCESS_DENIED 0" };
    const ask = await start();
    for (const scheme of ["http", "https"]) {
      const fault = await faultOf(ask(`${scheme}://${HOST}/`));
      expect(fault).toEqual([kind, expect.stringMatching(message)]);
      expect(fault[1]).toContain(words);
      expect(fault[1]).not.toContain("cret");
    }
  });

  it.each([
    { "X-Squid-Error": "ERR_ACCESS_DENIED 0" },
    { "Proxy-Agent": "Privoxy/3.0" },
    { Server: "tinyproxy/1.11" },
    { Server: "squid/6.14" },
    { Server: "Zscaler/6.2" },
  ])("is a 403 with %j", async (headers) => {
    proxy.refusal = 403;
    proxy.refusalHeaders = headers;
    const [kind] = await faultOf((await start())(`http://${HOST}/`));
    expect(kind).toBe("final");
  });

  it.each([
    {},
    { Server: "nginx", Via: "1.1 cache (squid/6.14)" },
    { Server: "squidoo" },
    { "X-Cache": "MISS from cache" },
  ])("is not a 403 of the host with %j", async (headers) => {
    serve = (_asked, answer) => answer.writeHead(403, headers).end("words of the host");
    const answer = await read((await start())(`http://${HOST}/`));
    expect(answer).toMatchObject({ status: 403, text: "words of the host" });
    expect(answer).not.toHaveProperty(["headers", FAULT_HEADER]);
  });

  it("that cannot reach the host says so", async () => {
    proxy.refusal = 502;
    const ask = await start();
    expect(await faultOf(ask(`https://${HOST}/`))).toEqual([
      "transient",
      `The proxy http://${proxy.host} cannot reach ${HOST} (HTTP 502). Check the host, or try again later.`,
    ]);
    // For http nobody can say whether the host answered.
    expect(await read(ask(`http://${HOST}/`))).toMatchObject({ status: 502 });
  });

  it("that is not there, or not resolved, is named with its setting", async () => {
    const free = await listen(() => undefined);
    const port = portOf(free);
    await new Promise((resolve) => free.close(resolve));
    for (const [proxyUrl, code] of [
      [`http://user:secret@127.0.0.1:${port}`, "ECONNREFUSED"],
      // Two addresses, so two errors in one.
      [`http://user:secret@localhost:${port}`, "ECONNREFUSED"],
      ["http://user:secret@proxy.invalid", "(?:ENOTFOUND|EAI_AGAIN)"],
    ] as const) {
      const ask = await start({ proxyUrl });
      for (const scheme of ["http", "https"]) {
        const [kind, message] = await faultOf(ask(`${scheme}://${HOST}/`));
        expect(kind).toBe("transient");
        const end = `cannot be reached \\(${code}\\)\\. Check ${scheme.toUpperCase()}_PROXY and the proxy\\.$`;
        expect(message).toMatch(new RegExp(`^The proxy http://[^@]+ ${end}`));
      }
    }
  });

  it("keeps the connection of a body that still comes", async () => {
    proxy.refusal = 407;
    const connection = (await start()).connect().setEncoding("utf8");
    let text = "";
    connection.on("data", (piece: string) => (text += piece));
    const head = `POST https://${HOST}/ HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 6\r\n\r\n`;
    for (const answers of [1, 2]) {
      connection.write(`${head}abc`);
      await vi.waitFor(() => expect(text.split("HTTP 407")).toHaveLength(answers + 1));
      connection.write("def");
    }
    connection.destroy();
  });

  it("that says nothing is given up", async () => {
    proxy.isSilent = true;
    const ask = await start({ connectMs: 50 });
    const message = `The proxy http://${proxy.host} did not answer in time. Check HTTPS_PROXY and the proxy.`;
    expect(await faultOf(ask(`https://${HOST}/`))).toEqual(["transient", message]);
  });
});
