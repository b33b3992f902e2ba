import { type ProxyEnv, setGlobalProxyFromEnv } from "node:http";
import { SettingsError } from "../../platform/lib/settings-error.ts";

/** The proxies from the environment, in the form that Node's agents expect. */
export interface ProxySettings extends Pick<ProxyEnv, "HTTP_PROXY" | "HTTPS_PROXY"> {
  /** Comma-separated entries. */
  NO_PROXY: string;
}

/** Spellings of requests to this machine. */
const LOOPBACK = ["localhost", "127.0.0.1", "::1", "[::1]"];

/**
 * Reads the proxies for outgoing requests; null without one. Lower case takes precedence, as in other programs.
 * An empty variable counts as unset.
 * @throws SettingsError with one sentence that names the variable but not its value, which may contain a
 * password
 */
export function readProxySettings(environment: NodeJS.ProcessEnv): ProxySettings | null {
  const find = (name: string) =>
    [name.toLowerCase(), name].find((spelling) => (environment[spelling] ?? "") !== "");
  const address = (name: string) => {
    const given = find(name);
    return given === undefined ? undefined : requireProxy(given, environment[given] ?? "");
  };
  const proxies = { HTTP_PROXY: address("HTTP_PROXY"), HTTPS_PROXY: address("HTTPS_PROXY") };
  if (proxies.HTTP_PROXY === undefined && proxies.HTTPS_PROXY === undefined) return null;
  const exempt = environment[find("NO_PROXY") ?? ""] ?? "";
  // Other programs also accept spaces between entries.
  return {
    ...proxies,
    NO_PROXY: exempt
      .split(/[\s,]+/)
      .filter(Boolean)
      .join(","),
  };
}

/** Returns the address of a proxy without its user name and password. */
export function withoutCredentials(address: string): string {
  const { protocol, host } = new URL(address);
  return `${protocol}//${host}`;
}

/** Makes `fetch` of this program use the proxies, except for requests to this machine. */
export function useProxiesForFetch(environment: NodeJS.ProcessEnv): void {
  const settings = readProxySettings(environment);
  if (settings === null) return;
  const exempt = [settings.NO_PROXY, ...LOOPBACK].filter(Boolean);
  setGlobalProxyFromEnv({ ...settings, NO_PROXY: exempt.join(",") });
}

/** Returns sentences for the start-up log about how requests leave. */
export function proxyNotes(settings: ProxySettings | null): string[] {
  if (settings === null) return [];
  const { HTTP_PROXY: http, HTTPS_PROXY: https, NO_PROXY: exempt } = settings;
  const ways = [
    ...(https === undefined ? [] : [`https:// through ${withoutCredentials(https)}`]),
    ...(http === undefined ? [] : [`http:// through ${withoutCredentials(http)}`]),
  ];
  const networks = exempt.split(",").filter((entry) => entry.includes("/"));
  return [
    `Outgoing requests: ${ways.join(", ")}.`,
    ...networks.map(
      (entry) =>
        `NO_PROXY entry ${entry} has no effect; write IPv4 networks as 192.0.2.0-192.0.2.255.`,
    ),
  ];
}

function requireProxy(name: string, value: string): string {
  if (isProxy(value)) return value;
  throw new SettingsError(
    `Setting ${name} must be the address of an HTTP proxy such as http://proxy.example.org:3128; percent-encode special characters of its user name and password.`,
  );
}

function isProxy(value: string): boolean {
  const url = /^https?:\/\/[^\s]+$/.test(value) ? URL.parse(value) : null;
  // A "/", "?" or "#" in a password ends the host, and the rest of the address follows it.
  if (url === null || url.pathname !== "/" || url.search !== "" || url.hash !== "") return false;
  try {
    decodeURIComponent(`${url.username}:${url.password}`);
    return true;
  } catch {
    return false;
  }
}
