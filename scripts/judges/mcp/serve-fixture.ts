import { Hono } from "hono";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { answerWith } from "../../../src/exchange/mcp/answer-with.ts";
import { refuseForeign } from "../../../src/exchange/mcp/origin-headers.ts";
import { createFixture } from "./fixture.ts";

/** As the service has them locally. */
const SETTINGS = { HOST: "127.0.0.1", ALLOWED_HOSTS: [], AUTH_ENABLED: false };

/** Serves the fixture through the same handler as the service's own server; returns its address. */
export async function serveFixture(): Promise<{ url: string; close(): void }> {
  const app = new Hono();
  app.all("/mcp", async (c) => {
    const text = c.req.method === "POST" ? await c.req.text() : "";
    const { url, headers, signal, method } = c.req.raw;
    const request = new Request(url, {
      method,
      headers,
      signal,
      ...(text !== "" && { body: text }),
    });
    return (
      (await refuseForeign(c, SETTINGS as never)) ??
      (await answerWith(createFixture, request, parse(text)))
    );
  });
  const server = createServer((incoming, outgoing) => void forward(app, incoming, outgoing));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { url: `http://localhost:${port}/mcp`, close: () => server.closeAllConnections() };
}

async function forward(app: Hono, incoming: IncomingMessage, outgoing: ServerResponse) {
  const gone = new AbortController();
  outgoing.on("close", () => gone.abort());
  const body =
    incoming.method === "POST"
      ? await new Response(Readable.toWeb(incoming) as never).text()
      : null;
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
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body), outgoing).catch(() => undefined);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
