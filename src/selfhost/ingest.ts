/**
 * `npm run ingest -- <file.json|.json.gz> [--domain D --version V]`: sends a bundle to the running
 * service, or starts one on DATA_DIR for as long as the ingest takes. With `--url https://…` it goes
 * to a service elsewhere, with INGEST_TOKEN or what else the way there asks for.
 */
import { parseArgs } from "node:util";
import { findRunningInstance } from "./data-folder.ts";
import { useProxiesForFetch } from "./egress/proxy-settings.ts";
import { type Destination, sendBundle } from "./send-bundle.ts";
import { serve } from "./serve.ts";
import { type HostSettings, parseHostSettings } from "./settings.ts";

const USAGE =
  "Usage: npm run ingest -- <file.json|.json.gz> [--domain D --version V] [--url https://HOST] [--header 'Name: value']";
const LOOPBACK = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** What stands for us: the token, a service token of Cloudflare Access, and headers as given. */
function credentials(given: readonly string[]): Record<string, string> {
  const {
    INGEST_TOKEN: token,
    CF_ACCESS_CLIENT_ID: id,
    CF_ACCESS_CLIENT_SECRET: secret,
  } = process.env;
  const headers = given.map((header) => {
    const [, name, value] = /^([\w-]+): *(.*)$/.exec(header) ?? [];
    if (name === undefined) throw new Error(`--header must be 'Name: value', not '${header}'.`);
    return [name, value ?? ""] as const;
  });
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...(id && secret && { "CF-Access-Client-Id": id, "CF-Access-Client-Secret": secret }),
    ...Object.fromEntries(headers),
  };
}

/** @throws Error with one sentence when credentials would cross the network in the open */
function remoteOrigin(text: string): string {
  const url = URL.parse(text);
  if (url === null) throw new Error("--url must be the address of a service, https://…");
  if (url.protocol !== "https:" && !LOOPBACK.test(url.hostname)) {
    throw new Error("--url must begin with https://, for what proves who sends goes along.");
  }
  return url.origin;
}

/** Runs a task against the service on this data folder, started for it if none runs. */
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

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      domain: { type: "string" },
      version: { type: "string" },
      url: { type: "string" },
      header: { type: "string", multiple: true, default: [] },
    },
  });
  const [path] = positionals;
  if (path === undefined) throw new Error(USAGE);
  const { domain, version, url, header } = values;
  const query = new URLSearchParams({ ...(domain && { domain }), ...(version && { version }) });
  const headers = credentials(header);
  if (url !== undefined) useProxiesForFetch(process.env);
  console.log(
    url === undefined
      ? await withService(parseHostSettings(process.env), (local) =>
          sendBundle(localDestination(local, headers), path, query),
        )
      : await sendBundle({ url: remoteOrigin(url), headers }, path, query),
  );
  process.exit(0);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
