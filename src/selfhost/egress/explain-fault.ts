import type { IncomingMessage } from "node:http";
import { type ProxySettings, withoutCredentials } from "./proxy-settings.ts";

/** Why a request did not get through, for the analyst. */
export interface EgressFault {
  /** A sentence. */
  message: string;
  /** Whether trying again may help. */
  isTransient: boolean;
}

/** The proxy of a request. */
export interface Proxy {
  /** The setting that names it. */
  setting: "HTTP_PROXY" | "HTTPS_PROXY";
  /** Without credentials. */
  address: string;
}

/** What Node says of a request that failed. */
export type RequestError = NodeJS.ErrnoException & {
  /** Where a connection failed. */
  address?: string;
  /** What the proxy answered to CONNECT. */
  statusCode?: number;
  /** Milliseconds after which a tunnel was given up. */
  proxyTunnelTimeout?: number;
};

/** How OpenSSL says that nobody we trust signed a certificate. */
const UNTRUSTED =
  /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER_CERT(?:_LOCALLY)?|VERIFY_LEAF_SIGNATURE))$/;

/** How a connection fails before it is there. */
const UNREACHED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_[A-Z]+|E(?:HOST|NET)(?:UNREACH|DOWN))$/;

/**
 * Headers of the pages that proxies write themselves and do not add to a host's response: Squid's
 * error pages, and those of Privoxy and Oracle's proxy servers. `Via` distinguishes nothing, because
 * Squid adds it to both and other proxies to neither.
 */
const HEADERS_OF_PROXIES = ["x-squid-error", "proxy-agent"];
/** Proxies pass on the `Server` of a host, and name themselves on their own pages. */
const SERVERS_OF_PROXIES = /^(?:squid|tinyproxy|zscaler)\b/i;

/**
 * Returns whether a response to a request that a proxy forwards is the proxy's own refusal. A host
 * never answers 407, but often 403, so 403 needs a sign of the proxy. If a host forges one, only
 * the error message is wrong.
 */
export function isRefusalOfProxy({ statusCode, headers }: IncomingMessage): boolean {
  if (statusCode !== 403) return statusCode === 407;
  return (
    HEADERS_OF_PROXIES.some((name) => headers[name] !== undefined) ||
    SERVERS_OF_PROXIES.test(String(headers["server"] ?? ""))
  );
}

/** Returns the proxy for a URL, should it be asked through one; null if there is none for its scheme. */
export function proxyFor({ protocol }: URL, settings: ProxySettings): Proxy | null {
  const setting = protocol === "https:" ? "HTTPS_PROXY" : "HTTP_PROXY";
  const address = settings[setting];
  return address === undefined ? null : { setting, address: withoutCredentials(address) };
}

/** Explains an error on the way through a proxy, or returns null if the error is the host's. */
export function explainError(error: RequestError, { host }: URL, proxy: Proxy): EgressFault | null {
  const { code = "", statusCode } = error;
  if (statusCode !== undefined) return explainStatus(statusCode, host, proxy);
  if (UNTRUSTED.test(code)) {
    const message = `The certificate of ${host}, seen through the proxy ${proxy.address}, is not trusted (${code}). If the proxy inspects TLS, set NODE_EXTRA_CA_CERTS to a file with its authority.`;
    return { message, isTransient: false };
  }
  const what = explainConnection(error, code);
  if (what === null) return null;
  const message = `The proxy ${proxy.address} ${what}. Check ${proxy.setting} and the proxy.`;
  return { message, isTransient: true };
}

function explainConnection({ proxyTunnelTimeout }: RequestError, code: string): string | null {
  if (proxyTunnelTimeout !== undefined || code === "ETIMEDOUT") return "did not answer in time";
  if (code === "ERR_PROXY_TUNNEL") return "closed the connection";
  return UNREACHED.test(code) ? `cannot be reached (${code})` : null;
}

/** Explains what a proxy answers in place of a host. */
export function explainStatus(status: number, host: string, proxy: Proxy): EgressFault {
  const { address, setting } = proxy;
  if (status === 407) {
    const message = `The proxy ${address} requires a valid user name and password (HTTP 407). Set them in ${setting}, as http://user:password@host:port.`;
    return { message, isTransient: false };
  }
  if (status >= 500) {
    const message = `The proxy ${address} cannot reach ${host} (HTTP ${status}). Check the host, or try again later.`;
    return { message, isTransient: true };
  }
  const message = `The proxy ${address} refuses requests to ${host} (HTTP ${status}). Allow the host at the proxy, or add it to NO_PROXY.`;
  return { message, isTransient: false };
}
