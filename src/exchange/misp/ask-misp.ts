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

/** An event with its attributes may be large; anything larger is none of ours. */
const MAX_BYTES = 64 * 1024 * 1024;

export interface MispAnswer {
  status: number;
  /** Parsed JSON; null where the server sends something else. */
  body: unknown;
}

/**
 * Sends a request to the REST interface of the MISP server at `base`; a GET without a body.
 * @throws OutboundError when no answer comes
 */
export async function askMisp(
  deps: MispDeps,
  base: string,
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
  return await fetchAnswer(request, async (answer) => ({
    status: answer.response.status,
    body: await readJson(answer),
  }));
}

async function readJson(answer: OutboundAnswer): Promise<unknown> {
  const bytes = await readWhole(answer, MAX_BYTES);
  try {
    return JSON.parse(new TextDecoder().decode(bytes)) as unknown;
  } catch {
    return null;
  }
}

/** The error for an answer that is no success, with what an operator can do about it. */
export function refusalOf(base: string, { status }: MispAnswer): OutboundError {
  const { host } = new URL(base);
  const advice =
    status === 401 || status === 403
      ? ` Check its key in SERVER_CREDENTIALS, and that the key may add events.`
      : "";
  return new OutboundError(`MISP at ${host} answers with HTTP ${status}.${advice}`, {
    transient: status === 429 || status >= 500,
  });
}
