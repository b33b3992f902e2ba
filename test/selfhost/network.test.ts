import { createServer, type Server } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { Miniflare } from "miniflare";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { OPERATOR_NETWORK, PUBLIC_ONLY } from "../../src/selfhost/network.ts";

const SCRIPT = `export default { async fetch(request, env) {
  const { url, operator } = await request.json();
  try {
    const response = await (operator ? env.OPERATOR_NETWORK.fetch(url) : fetch(url));
    return new Response(await response.text());
  } catch { return new Response("refused"); }
} }`;

let canary: Server;
let visits = 0;
let worker: Miniflare;

beforeAll(async () => {
  canary = createServer((_request, response) => {
    visits += 1;
    response.end("canary");
  });
  await new Promise<void>((resolve) => canary.listen(0, "127.0.0.1", resolve));
  worker = new Miniflare({
    modules: true,
    script: SCRIPT,
    compatibilityDate: "2026-07-30",
    cf: false,
    outboundService: PUBLIC_ONLY,
    serviceBindings: { OPERATOR_NETWORK },
  });
});
afterAll(async () => {
  await worker.dispose();
  canary.close();
});

async function reach(url: string, operator: boolean): Promise<string> {
  const body = JSON.stringify({ url, operator });
  const response = await worker.dispatchFetch("http://worker/", { method: "POST", body });
  return await response.text();
}

describe("the wall", () => {
  it.each([
    "127.0.0.1",
    "localhost",
    "[::1]",
    "[::ffff:127.0.0.1]",
    "0.0.0.0",
    "127.1",
    "2130706433",
    "0x7f000001",
  ])("keeps the Worker from %s", async (host) => {
    const { port } = canary.address() as AddressInfo;
    visits = 0;
    expect(await reach(`http://${host}:${port}/`, false)).not.toBe("canary");
    expect(visits).toBe(0);
  });

  it("has a door for what the operator configured", async () => {
    const { port } = canary.address() as AddressInfo;
    expect(await reach(`http://127.0.0.1:${port}/`, true)).toBe("canary");
  });

  it("speaks TLS", async () => {
    // The first byte of a TLS handshake is 22; a certificate is not needed to see that one begins.
    const firstByte = new Promise<number | undefined>((resolve) => {
      const server = createTcpServer((socket) => {
        socket.once("data", (data) => {
          resolve(data[0]);
          socket.destroy();
          server.close();
        });
      });
      server.listen(0, "127.0.0.1", () => {
        const { port } = server.address() as AddressInfo;
        reach(`https://127.0.0.1:${port}/`, true).catch(() => undefined);
      });
    });
    expect(await firstByte).toBe(22);
  });
});
