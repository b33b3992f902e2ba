import type { IncomingMessage } from "node:http";
import { type ProxySettings, withoutCredentials } from "./proxy-settings.ts";

/** Why a request failed, for the analyst. */
export interface EgressFault {
  /** A sentence. */
  message: string;
  /** Whether a retry may help. */
  isTransient: boolean;
}

/** The proxy of a request. */
export interface Proxy {
  /** The setting that names it. */
  setting: "HTTP_PROXY" | "HTTPS_PROXY";
  /** Without credentials. */
  address: string;
}

/** Node's error for a failed request. */
export type RequestError = NodeJS.ErrnoException & {
  /** Where a connection failed. */
  address?: string;
  /** The proxy's response to CONNECT. */
  statusCode?: number;
  /** Milliseconds after which a tunnel timed out. */
  proxyTunnelTimeout?: number;
};

/** OpenSSL's error codes for a certificate without a trusted signature. */
const UNTRUSTED =
  /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER_CERT(?:_LOCALLY)?|VERIFY_LEAF_SIGNATURE))$/;

/** Error codes of a connection that was never established. */
const UNREACHED = /^(?:ECONNREFUSED|ENOTFOUND|EAI_[A-Z]+|E(?:HOST|NET)(?:UNREACH|DOWN))$/;

/**
 * Headers that proxies set on their own pages but do not add to a host's response: Squid's error pages, and
 * those of Privoxy and Oracle's proxy servers. `Via` does not help, because Squid adds it to both and other
 * proxies to neither.
 */
const HEADERS_OF_PROXIES = ["x-squid-error", "proxy-agent"];
/** Proxies forward the `Server` header of a host, and name themselves on their own pages. */
const SERVERS_OF_PROXIES = /^(?:squid|tinyproxy|zscaler)\b/i;

/**
 * Returns whether a response through a proxy is the proxy's own refusal. A host never returns 407, but often
 * 403, so 403 needs a sign of the proxy. If a host forges one, only the error message is wrong.
 */
export function isRefusalOfProxy({ statusCode, headers }: IncomingMessage): boolean {
  if (statusCode !== 403) return statusCode === 407;
  return (
    HEADERS_OF_PROXIES.some((name) => headers[name] !== undefined) ||
    SERVERS_OF_PROXIES.test(String(headers["server"] ?? ""))
  );
}

/** Returns the proxy for a URL; null if there is none for its scheme. */
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

/** Explains a response that comes from the proxy instead of the host. */
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
