import { Hono } from "hono";
import { answerWith } from "../../../src/exchange/mcp/answer-with.ts";
import { refuseForeign } from "../../../src/exchange/mcp/origin-headers.ts";
import { serveRequests } from "../../demo/serve-requests.ts";
import { createFixture } from "./fixture.ts";

/** As the service has them locally. */
const SETTINGS = { HOST: "127.0.0.1", ALLOWED_HOSTS: [], AUTH_ENABLED: false };

/** Serves the fixture through the same handler as the service's own server; returns its address. */
export async function serveFixture(): Promise<{ url: string; close: () => void }> {
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
  const { url, close } = await serveRequests((request) => app.fetch(request));
  return { url: `${url}/mcp`, close };
}

function parse(sent: string): unknown {
  try {
    return JSON.parse(sent);
  } catch {
    return undefined;
  }
}
