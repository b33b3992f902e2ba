import { AppError } from "../../platform/lib/errors.ts";
import { authorizationFor } from "../../platform/outbound/server-credentials.ts";
import type { MispDeps } from "./deps.ts";

/** The MISP server for pushing reports. */
export interface MispServer {
  /** Address of its REST interface, with a trailing slash. */
  base: string;
  host: string;
}

/** Returns the configured MISP server, or null without an address or a key for it. */
export function mispServer({ settings }: Pick<MispDeps, "settings">): MispServer | null {
  const { MISP_URL: url, SERVER_CREDENTIALS: credentials } = settings;
  if (url === undefined) return null;
  const base = url.endsWith("/") ? url : `${url}/`;
  if (authorizationFor(credentials, base) === null) return null;
  return { base, host: new URL(base).host };
}

/** @throws AppError `provider_not_configured` */
export function requireServer(deps: Pick<MispDeps, "settings">): MispServer {
  const server = mispServer(deps);
  if (server !== null) return server;
  throw new AppError(
    "provider_not_configured",
    "No MISP server is configured: set MISP_URL, and its key in SERVER_CREDENTIALS.",
  );
}
