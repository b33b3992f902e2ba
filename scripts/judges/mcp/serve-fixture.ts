import { Hono } from "hono";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { answerWith } from "../../../src/exchange/mcp/answer-with.ts";
import { refuseForeign } from "../../../src/exchange/mcp/origin-headers.ts";
import { createFixture } from "./fixture.ts";

/** As the service has them locally. */
const SETTINGS = { HOST: "127.0.0.1", ALLOWED_HOSTS: [], AUTH_ENABLED: false };

/** Serves the fixture through the same handler as the service's own server; returns its address. */
export async function serveFixture(): Promise<{ url: string; close(): void }> {
  const app = new Hono();
  app.all("/mcp", async (c) => {
    const sent = c.req.method === "POST" ? await c.req.text() : "";
    const { url, headers, signal, method } = c.req.raw;
    const request = new Request(url, {
      method,
      headers,
      signal,
      ...(sent !== "" && { body: sent }),
    });
    return (
      (await refuseForeign(c, SETTINGS as never)) ??
      (await answerWith(createFixture, request, parse(sent)))
    );
  });
  const server = createServer(
    (incoming, outgoing) => void forward(app, incoming, outgoing).catch(() => outgoing.destroy()),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/mcp`, close: () => server.closeAllConnections() };
}

async function forward(app: Hono, incoming: IncomingMessage, outgoing: ServerResponse) {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const body = incoming.method === "POST" ? await text(incoming) : null;
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  const url = `http://${incoming.headers.host ?? "localhost"}${incoming.url ?? "/"}`;
  const request = new Request(url, {
    method: incoming.method ?? "GET",
    headers,
    body,
    signal: gone.signal,
  });
  const response = await app.fetch(request);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  // A client may go away in between.
  for await (const chunk of response.body ?? []) outgoing.write(chunk);
  outgoing.end();
}

function parse(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}
