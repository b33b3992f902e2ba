import { createServer, request, type IncomingMessage, type Server } from "node:http";
import {
  type AddressInfo,
  createServer as createRawServer,
  type Server as RawServer,
} from "node:net";
import { lookup } from "node:dns";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FAULT_HEADER } from "../../src/platform/outbound/egress-fault.ts";
import { Forwarder } from "../../src/selfhost/egress/forward.ts";

/** What the host writes, byte for byte, to whoever connects. */
let written = "";
let host: RawServer;
let egress: Server;
/** Exceptions in events, which end the self-hosted program. */
const uncaught: unknown[] = [];
const note = (error: unknown) => {
  uncaught.push(error);
  egress.closeAllConnections();
};

const portOf = (server: RawServer) => (server.address() as AddressInfo).port;

beforeAll(async () => {
  process.on("uncaughtExceptionMonitor", note);
  host = createRawServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", () => socket.end(Buffer.from(written, "latin1")));
  });
  const proxy = { NO_PROXY: "" };
  const forwarder = new Forwarder({ proxy, isPublicOnly: false, connectMs: 10_000, lookup });
  egress = createServer((asked, answer) => forwarder.forward(asked, answer));
  for (const server of [host, egress]) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  }
});
afterAll(() => {
  process.off("uncaughtExceptionMonitor", note);
  egress.closeAllConnections();
  for (const server of [host, egress]) server.close();
});

/** Asks for the host through the forwarder; null for a connection that broke or stayed silent. */
async function ask(): Promise<{ answer: IncomingMessage; text: string } | null> {
  const path = `http://127.0.0.1:${portOf(host)}/`;
  const sent = request({ port: portOf(egress), host: "127.0.0.1", path, agent: false });
  sent.setTimeout(5_000, () => sent.destroy(new Error("silent")));
  return await new Promise((resolve) => {
    sent.on("error", () => resolve(null));
    sent.on("response", (answer) => {
      let text = "";
      answer.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      answer.on("end", () => resolve({ answer, text }));
    });
    sent.end();
  });
}

const END = "\r\nContent-Length: 0\r\n\r\n";

describe("a host that answers", () => {
  it.each(["000 OK", "099 x", "600 x", "999 x"])("with the status %s is a fault", async (line) => {
    written = `HTTP/1.1 ${line}${END}`;
    const asked = await ask();
    expect(asked?.answer.headers[FAULT_HEADER]).toBe("transient");
    const status = Number(line.slice(0, 3));
    expect(asked?.text).toBe(
      `127.0.0.1:${portOf(host)} sent an invalid HTTP response (status ${status}). Check the host, or try again later.`,
    );
    expect(uncaught).toEqual([]);
  });

  it.each([
    ["200 O\x01K", 200],
    ["204 a\x7fb", 204],
    ["404 \xe9", 404],
    ["599 last", 599],
  ])("with %j is passed on, without these words", async (line, status) => {
    written = `HTTP/1.1 ${line}${END}`;
    const asked = await ask();
    expect(asked?.answer.statusCode).toBe(status);
    expect(line).not.toContain(asked?.answer.statusMessage);
    expect(asked?.answer.headers).not.toHaveProperty(FAULT_HEADER);
    expect(uncaught).toEqual([]);
  });

  it.each([
    "HTTP/1.1 101 Switching Protocols\r\n\r\n",
    "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
  ])("with %j is a fault", async (bytes) => {
    written = bytes;
    expect((await ask())?.answer.headers[FAULT_HEADER]).toBe("transient");
    expect(uncaught).toEqual([]);
  });

  it.each(["a\x01b", "a\x7fb", "a\x00", "a\r\n b", "a\nb"])(
    "with the header value %j, which Node refuses, breaks off",
    async (value) => {
      written = `HTTP/1.1 200 OK\r\nX-Value: ${value}${END}`;
      expect(await ask()).toBeNull();
      expect(uncaught).toEqual([]);
    },
  );

  it("with a header value of bytes above ASCII is passed on", async () => {
    written = `HTTP/1.1 200 OK\r\nX-Value: \xff\xfe${END}`;
    expect((await ask())?.answer.statusCode).toBe(200);
    expect(uncaught).toEqual([]);
  });
});
