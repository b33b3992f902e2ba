import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SIGN_ON, StandInProvider } from "../oidc-provider.ts";

/** A stand-in of a provider on this machine: whoever comes to it is logged in already. */
export interface OidcServer {
  provider: StandInProvider;
  /** The settings of a service at an origin. */
  settingsFor(origin: string): Record<string, string>;
  close(): void;
}

export async function startOidcServer(): Promise<OidcServer> {
  const server = createServer();
  // On every address, so that only the rules of the service keep it from 127.0.0.2.
  server.listen(0, "0.0.0.0");
  await once(server, "listening");
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = await StandInProvider.open(issuer);
  server.on("request", (incoming: IncomingMessage, outgoing) => {
    void answer(provider, issuer, incoming).then(async (response) => {
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(await response.text());
    });
  });
  const settingsFor = (origin: string) => ({
    ...SIGN_ON,
    PORT: new URL(origin).port,
    PUBLIC_ORIGIN: origin,
    OIDC_ISSUER: issuer,
  });
  return { provider, settingsFor, close: () => void server.close() };
}

async function answer(
  provider: StandInProvider,
  issuer: string,
  incoming: IncomingMessage,
): Promise<Response> {
  const url = new URL(incoming.url ?? "/", issuer);
  if (url.pathname === "/auth") return goTo(provider.authorize(url.href).href);
  if (url.pathname === "/session/end") {
    return goTo(url.searchParams.get("post_logout_redirect_uri") ?? "");
  }
  const { method = "GET", headers } = incoming;
  const body = method === "POST" ? { body: await text(incoming) } : {};
  const { authorization = "" } = headers;
  const sent = { method, headers: { Authorization: authorization }, ...body };
  return await provider.answer(new Request(url, sent));
}

const goTo = (location: string) =>
  new Response(null, { status: 302, headers: { Location: location } });
