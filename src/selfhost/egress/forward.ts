import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendHttp,
  type ServerResponse,
} from "node:http";
import { Agent as HttpsAgent, request as sendHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline } from "node:stream";
import { FAULT_HEADER } from "../../platform/outbound/egress-fault.ts";
import { isPublicHost } from "../../platform/outbound/public-network.ts";
import {
  type EgressFault,
  explainError,
  explainStatus,
  isRefusalOfProxy,
  proxyFor,
  type RequestError,
} from "./explain-fault.ts";
import { PrivateAddressError, publicOnly } from "./look-up.ts";
import type { ProxySettings } from "./proxy-settings.ts";

/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const OF_CONNECTION = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** How one of the Worker's networks is reached. */
export interface EgressOptions {
  proxy: ProxySettings;
  /** Whether private hosts are rejected. */
  isPublicOnly: boolean;
  /** Timeout for connecting to a proxy or a host, in milliseconds. */
  connectMs: number;
  /** Resolves the names of directly connected hosts. */
  lookup: LookupFunction;
}

/** Sends the Worker's requests on one of its networks. */
export class Forwarder {
  readonly #options: EgressOptions;
  /** The agents apply NO_PROXY, and open the tunnel for https. */
  readonly #agents: { http: HttpAgent; https: HttpsAgent };

  constructor(options: EgressOptions) {
    const { isPublicOnly, lookup } = options;
    this.#options = { ...options, lookup: isPublicOnly ? publicOnly(lookup) : lookup };
    const proxyEnv = { ...options.proxy };
    this.#agents = { http: new HttpAgent({ proxyEnv }), https: new HttpsAgent({ proxyEnv }) };
  }

  /** Forwards a request, whose target is an absolute URL, and returns the response of the host. */
  forward(request: IncomingMessage, response: ServerResponse): void {
    const url = new URL(request.url ?? "");
    const isInside = !isPublicHost(url.hostname);
    if (isInside && this.#options.isPublicOnly) {
      fail(response, inside(url));
      return;
    }
    // Private hosts bypass the proxy, which leads outside.
    let isDirect = isInside;
    const sent = this.#send(request, url, isInside, (...args) => {
      // For proxied hosts, the agent leaves name resolution to the proxy.
      isDirect = true;
      this.#options.lookup(...args);
    });
    const proxy = proxyFor(url, this.#options.proxy);
    sent.on("timeout", () => giveUpConnecting(sent));
    sent.on("error", (error: RequestError) => {
      const isOfProxy = !isDirect && error.address !== url.hostname;
      if (error instanceof PrivateAddressError) fail(response, inside(url));
      else fail(response, isOfProxy && proxy !== null ? explainError(error, url, proxy) : null);
    });
    sent.on("response", (answer) => {
      // The agent adds this header if it sends the absolute URL to a proxy.
      const isForwarded = sent.hasHeader("proxy-connection");
      if (isForwarded && proxy !== null && isRefusalOfProxy(answer)) {
        answer.destroy();
        fail(response, explainStatus(answer.statusCode ?? 502, url.host, proxy));
      } else pass(answer, response, url);
    });
    // Node ends a request silently after `101 Switching Protocols`.
    sent.on("close", () => {
      if (!response.headersSent) fail(response, noAnswer(url));
    });
    response.on("close", () => sent.destroy());
    request.pipe(sent);
    // Reads the rest of an unused body. With unread data, the connection would break before the response is read.
    sent.on("close", () => request.unpipe(sent).resume());
  }

  #send(
    { method, headers }: IncomingMessage,
    url: URL,
    isInside: boolean,
    lookup: LookupFunction,
  ): ClientRequest {
    const options = {
      method,
      headers: endToEnd(headers),
      lookup,
      timeout: this.#options.connectMs,
    };
    // `false` creates an agent for this request only, without a proxy.
    return url.protocol === "https:"
      ? sendHttps(url, { ...options, agent: isInside ? false : this.#agents.https })
      : sendHttp(url, { ...options, agent: isInside ? false : this.#agents.http });
  }
}

/**
 * Passes a response on as it arrives, and aborts ours if it breaks off. A response that Node or the Worker
 * cannot represent becomes an error, because an exception in an event would end the program.
 */
function pass(answer: IncomingMessage, response: ServerResponse, url: URL): void {
  const { statusCode: status = 0 } = answer;
  try {
    if (status < 200 || status > 599) throw new RangeError("not a final status");
    // The reason phrase is omitted: hosts write anything into it, and nothing uses it.
    response.writeHead(status, headersToPass(answer));
  } catch {
    answer.destroy();
    fail(response, invalidAnswer(url, status));
    return;
  }
  // A stream may send nothing at first.
  response.flushHeaders();
  pipeline(answer, response, () => undefined);
}

/** Returns alternating names and values, as `writeHead` expects them. */
function headersToPass({ rawHeaders }: IncomingMessage): string[] {
  const names = rawHeaders.filter((_, i) => i % 2 === 0);
  return names.flatMap((name, i) => {
    const isOurs = name.toLowerCase() === FAULT_HEADER;
    return isOurs || OF_CONNECTION.has(name.toLowerCase())
      ? []
      : [name, rawHeaders[2 * i + 1] ?? ""];
  });
}

/** Ends a request with the reason, or as a broken connection if the host is the cause. */
function fail(response: ServerResponse, fault: EgressFault | null): void {
  if (fault === null || response.headersSent || response.destroyed) {
    response.destroy();
    return;
  }
  const headers = { [FAULT_HEADER]: fault.isTransient ? "transient" : "final" };
  response.writeHead(502, headers).end(fault.message);
}

/**
 * Gives up a request that is still connecting. The timeout also fires while a connected host is silent, which
 * is left to the Worker.
 */
function giveUpConnecting(sent: ClientRequest): void {
  if (sent.socket?.connecting !== true) return;
  sent.destroy(Object.assign(new Error("timed out"), { code: "ETIMEDOUT" }));
}

/** Returns the end-to-end headers, without the host, which the URL determines. */
function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const kept = Object.entries(headers).filter(
    ([name]) => name !== "host" && !OF_CONNECTION.has(name),
  );
  return Object.fromEntries(kept);
}

function inside({ host }: URL): EgressFault {
  return { message: `${host} lies in a private or reserved network.`, isTransient: false };
}

function invalidAnswer({ host }: URL, status: number): EgressFault {
  const message = `${host} sent an invalid HTTP response (status ${status}). Check the host, or try again later.`;
  return { message, isTransient: true };
}

function noAnswer({ host }: URL): EgressFault {
  const message = `${host} closed the connection without a response. Check the host, or try again later.`;
  return { message, isTransient: true };
}
