import { hostHeaderValidation, originValidation } from "@modelcontextprotocol/hono";
import type { Context } from "hono";
import { type HostSettings, isKnownHost } from "../../platform/http/same-origin.ts";

/**
 * Checks the host and the origin of a request against the settings of the service, using the MCP package. Returns its
 * error response, or undefined.
 */
export async function refuseForeign(
  c: Context,
  settings: HostSettings,
): Promise<Response | undefined> {
  const hosts = hostsOf(c.req.raw, settings);
  const refused = await hostHeaderValidation(hosts)(c, pass);
  return (refused ?? (await originValidation(hosts)(c, pass))) || undefined;
}

/** Returns the accepted hosts: the requested one if the settings allow it, and PUBLIC_ORIGIN. */
function hostsOf({ url }: Request, settings: HostSettings): string[] {
  const asked = new URL(url);
  if (!isKnownHost(asked, settings)) return [];
  const { PUBLIC_ORIGIN: origin } = settings;
  return [asked.hostname, ...(origin === undefined ? [] : [new URL(origin).hostname])];
}

const pass = async () => undefined;
