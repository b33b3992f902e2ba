import type { CustomFetchOptions } from "oauth4webapi";
import type { OutboundDeps } from "../outbound/deps.ts";
import { fetchAnswer, type OutboundAnswer, readWhole } from "../outbound/fetch-answer.ts";
import { operatorNetwork } from "../outbound/operator-network.ts";
import { SIGN_ON_LIMITS } from "../outbound/time-limits.ts";

/** Discovery, keys and tokens are a few kilobytes. */
const MAX_BYTES = 1024 * 1024;
const KEPT_HEADERS = ["Content-Type", "WWW-Authenticate"];

interface Options extends Pick<CustomFetchOptions<string>, "method" | "headers"> {
  body?: URLSearchParams | undefined;
}

/**
 * Returns the `fetch` for the library, with the service's rules for outgoing requests. The issuer's host may be private
 * like every host of the operator, others must be public, and time and size are limited.
 */
export function askProvider(
  deps: OutboundDeps,
  issuer: string,
): (url: string, options: Options) => Promise<Response> {
  const networkFor = operatorNetwork(deps, issuer);
  return async (url, { method, headers, body }) => {
    const sent = method === "POST" && { body: String(body ?? "") };
    // The library rejects redirects.
    const how = {
      url,
      headers,
      ...sent,
      ...SIGN_ON_LIMITS,
      networkFor,
      redirects: "answer",
    } as const;
    return await fetchAnswer(how, copyAnswer);
  };
}

/** Copies the whole response, because the connection is closed afterwards. */
async function copyAnswer(answer: OutboundAnswer): Promise<Response> {
  const { status, headers } = answer.response;
  const bytes = await readWhole(answer, MAX_BYTES);
  const kept = KEPT_HEADERS.flatMap((name): [string, string][] => {
    const value = headers.get(name);
    return value === null ? [] : [[name, value]];
  });
  return new Response(bytes.byteLength === 0 ? null : bytes, { status, headers: kept });
}
