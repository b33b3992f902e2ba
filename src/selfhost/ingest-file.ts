import { CliError, UsageError } from "../exchange/cli/cli-error.ts";
import { serverOrigin } from "../exchange/cli/server-address.ts";
import { findRunningInstance } from "./data-folder.ts";
import { useProxiesForFetch } from "./egress/proxy-settings.ts";
import { type Destination, sendBundle } from "./send-bundle.ts";
import { serve } from "./serve.ts";
import { type HostSettings, parseHostSettings } from "./settings.ts";

/** The destination of a bundle, and its properties if it does not declare them itself. */
export interface IngestOptions {
  domain: string | undefined;
  version: string | undefined;
  /** The address of a server; undefined for the service of `DATA_DIR`. */
  server: string | undefined;
  /** Each as `Name: value`. */
  headers: readonly string[];
}

/**
 * Sends a bundle to a server, or to the service of `DATA_DIR`. If that is not running, starts it for the
 * duration of the ingest.
 * @returns a sentence about what was done
 * @throws CliError with the service's own sentence if it returned one
 */
export async function ingestFile(path: string, options: IngestOptions): Promise<string> {
  const { domain, version, server } = options;
  const query = new URLSearchParams({ ...(domain && { domain }), ...(version && { version }) });
  const headers = credentials(options.headers);
  try {
    if (server === undefined) {
      return await withService(parseHostSettings(process.env), (local) =>
        sendBundle(localDestination(local, headers), path, query),
      );
    }
    useProxiesForFetch(process.env);
    return await sendBundle({ url: serverOrigin(server, "--server"), headers }, path, query);
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Returns the credentials: the token, a service token of Cloudflare Access, and the given headers. */
function credentials(given: readonly string[]): Record<string, string> {
  const {
    INGEST_TOKEN: ingestToken,
    TRADECRAFT_TOKEN: apiToken,
    CF_ACCESS_CLIENT_ID: id,
    CF_ACCESS_CLIENT_SECRET: secret,
  } = process.env;
  const token = ingestToken || apiToken;
  const headers = given.map((header) => {
    const [, name, value] = /^([\w-]+): *(.*)$/.exec(header) ?? [];
    if (name === undefined)
      throw new UsageError(`--header must be 'Name: value', not '${header}'.`);
    return [name, value ?? ""] as const;
  });
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(id && secret && { "CF-Access-Client-Id": id, "CF-Access-Client-Secret": secret }),
    ...Object.fromEntries(headers),
  };
}

/** Runs a task against the service of this data folder, and starts the service for it if none runs. */
async function withService<T>(
  settings: HostSettings,
  task: (url: string) => Promise<T>,
): Promise<T> {
  const running = findRunningInstance(settings.dataDir)?.url ?? null;
  if (running !== null) return await task(running);
  const service = await serve({ ...settings, port: 0 }, process.env);
  try {
    return await task(service.url);
  } finally {
    await service.close();
  }
}

function localDestination(url: string, headers: Record<string, string>): Destination {
  const identity = { "X-Auth-User": "npm run ingest", "X-Auth-Roles": "admin" };
  const proof = { "X-Proxy-Secret": process.env["PROXY_SECRET"] ?? "" };
  return { url, headers: { ...identity, ...proof, ...headers } };
}
