import {
  fetchAnswer,
  type OutboundAnswer,
  readWhole,
} from "../../platform/outbound/fetch-answer.ts";
import { operatorNetwork } from "../../platform/outbound/operator-network.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import { authorizationFor } from "../../platform/outbound/server-credentials.ts";
import { sourceLimits } from "../../platform/outbound/time-limits.ts";
import type { MispDeps } from "./deps.ts";
import type { MispServer } from "./misp-server.ts";

/** Large enough for an event with its attributes; a larger one is not one of ours. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface MispAnswer {
  status: number;
  /** Parsed JSON; null if an error response is not JSON. */
  body: unknown;
}

/**
 * Sends a request to the REST interface of a MISP server; a GET without a body.
 * @throws OutboundError if there is no response, or a success that is not JSON, such as a login page
 */
export async function askMisp(
  deps: MispDeps,
  { base, host }: MispServer,
  path: string,
  body?: unknown,
): Promise<MispAnswer> {
  const request = {
    url: new URL(path, base).href,
    headers: { Accept: "application/json", "Content-Type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body), redirects: "refuse" as const }),
    ...sourceLimits(deps.settings),
    networkFor: operatorNetwork(deps, base),
    authorizationFor: (url: string) => authorizationFor(deps.settings.SERVER_CREDENTIALS, url),
  };
  return await fetchAnswer(request, async (answer) => {
    const { status } = answer.response;
    const said = await readJson(answer);
    if (status === 200 && said === null) throw notMisp(host);
    return { status, body: said };
  });
}

async function readJson(answer: OutboundAnswer): Promise<unknown> {
  const bytes = await readWhole(answer, MAX_BYTES);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return null;
  }
}

function notMisp(host: string): OutboundError {
  return new OutboundError(`${host} does not answer as MISP does. Check the address in MISP_URL.`, {
    transient: false,
  });
}

/** Returns the error for an unsuccessful response, with advice. */
export function refusalOf({ host }: MispServer, { status }: MispAnswer): OutboundError {
  return new OutboundError(`MISP at ${host} answers with HTTP ${status}. ${adviceFor(status)}`, {
    transient: mayPass(status),
  });
}

const mayPass = (status: number) => status === 429 || status >= 500;

function adviceFor(status: number): string {
  if (status === 401 || status === 403) {
    return "Check its key in SERVER_CREDENTIALS, and that the key may add events.";
  }
  if (status === 404 || status === 405) return "Check the address in MISP_URL.";
  return mayPass(status) ? "Try again later." : "The log of MISP says why.";
}
