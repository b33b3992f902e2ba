import type { EnrichmentDeps } from "../deps.ts";
import {
  fetchAnswer,
  type OutboundAnswer,
  readWhole,
  statusError,
} from "../../../platform/outbound/fetch-answer.ts";
import { OutboundError } from "../../../platform/outbound/outbound-error.ts";
import { readRetryAfter } from "../../../platform/outbound/read-retry-after.ts";
import { enrichmentLimits } from "../../../platform/outbound/time-limits.ts";
import { ServerLimited } from "../server-limited.ts";
import { enrichmentFields, readLimits } from "../settings.ts";
import type { Target } from "../target.ts";
import type { Answer, Api } from "./api.ts";

const MAX_BYTES = 8 * 1024 * 1024;
const JSON_TYPE = /^(?:application|text)\/(?:[\w.-]+\+)?json\b/i;
/** Maximum wait for a server that limits queries without naming a time. */
const MAX_DEFAULT_WAIT = 60 * 60;

/**
 * Sends one query to the configured host only. Neither the key nor the value follows a redirect to another host.
 * @throws ServerLimited when it limits its queries, which is stored
 * @throws OutboundError for every invalid response
 */
export async function askApi(
  deps: EnrichmentDeps,
  api: Api,
  target: Target,
): Promise<{ answer: Answer; url: string }> {
  const question = api.ask(target);
  const base = deps.settings[api.url].replace(/\/+$/, "");
  const request = {
    url: `${base}${question.path}`,
    headers: {
      Accept: "application/json",
      ...(question.body !== undefined && { "Content-Type": question.body.type }),
      ...question.headers,
      ...keyHeader(deps, api),
    },
    ...(question.body !== undefined && { body: question.body.text }),
    ...enrichmentLimits(deps.settings),
    networkFor: networkOf(deps, api),
  };
  return await fetchAnswer(request, async (answer) => ({
    answer: await readAnswer(deps, api, target, answer),
    url: answer.url,
  }));
}

/** Returns the maximum total time of a query, in seconds. */
export function questionDeadline({ settings }: EnrichmentDeps): number {
  return enrichmentLimits(settings).totalMs / 1000;
}

function keyHeader({ settings }: EnrichmentDeps, { key }: Api): Record<string, string> {
  const secret = key === null ? undefined : settings[key.setting];
  return key === null || secret === undefined ? {} : { [key.header]: secret };
}

/**
 * Returns the network policy. A host that the operator configured may be private. The provider's default host is
 * reached like every public one.
 */
function networkOf(deps: EnrichmentDeps, { title, url: setting }: Api) {
  const configured = deps.settings[setting];
  const isOwn = configured === enrichmentFields[setting].parse(undefined);
  const network = isOwn ? deps.network.public : deps.network.operator;
  const { origin } = new URL(configured);
  return (hop: string) => {
    if (new URL(hop).origin === origin) return network;
    const where = new URL(hop).host;
    const message = `${title} redirects to ${where}, which is not sent the key or the value. Check ${setting}.`;
    throw new OutboundError(message, { transient: false });
  };
}

async function readAnswer(
  deps: EnrichmentDeps,
  api: Api,
  target: Target,
  answer: OutboundAnswer,
): Promise<Answer> {
  const { response, url } = answer;
  const { status } = response;
  if (status === 401 || status === 403) throw keyRefused(api, `HTTP ${status}`);
  if (status === 429) throw await limited(deps, api, response, new URL(url).host);
  if (status !== 200 && status !== 404) throw statusError(url, response, deps.now());
  const type = response.headers.get("Content-Type") ?? "";
  if (!JSON_TYPE.test(type)) {
    const got = type.slice(0, 100) || "no media type";
    const what = status === 404 ? `HTTP 404 and ${got}` : got;
    throw unusable(api, `answers with ${what} instead of JSON. Check ${api.url} and the proxy`);
  }
  if (status === 404) return { kind: "nothing" };
  const text = new TextDecoder().decode(await readWhole(answer, MAX_BYTES));
  if (Object.values(keyHeader(deps, api)).some((secret) => text.includes(secret))) {
    throw unusable(api, `repeats the key in its answer, which was not stored. Check ${api.url}`);
  }
  const read = api.read(parseJson(api, text), target);
  if (read.kind === "key_refused") throw keyRefused(api, "its answer");
  if (read.kind === "fault") throw unusable(api, read.fault);
  return read;
}

async function limited(
  deps: EnrichmentDeps,
  api: Api,
  { headers }: Response,
  server: string,
): Promise<ServerLimited> {
  const now = deps.now();
  const asked =
    readRetryAfter(headers.get("Retry-After"), now) ??
    readRetryAfter(api.waitHeader === undefined ? null : headers.get(api.waitHeader), now);
  const shortest = Math.min(
    MAX_DEFAULT_WAIT,
    ...readLimits(deps.settings[api.budget]).map(({ seconds }) => seconds),
  );
  const error = new ServerLimited(
    server,
    deps.now(asked ?? shortest),
    `${api.title} limits the queries of this key or address`,
  );
  await deps.serverLimits.limit(server, error.until);
  return error;
}

function keyRefused({ title, key, flag }: Api, how: string): OutboundError {
  const advice = key === null ? `Turn ${flag} off if this continues.` : `Check ${key.setting}.`;
  const message = `${title} refuses the key or the query (${how}). ${advice}`;
  return new OutboundError(message, { transient: false });
}

function unusable({ title }: Api, what: string): OutboundError {
  return new OutboundError(`${title} ${what}.`, { transient: false });
}

function parseJson(api: Api, text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw unusable(api, "answers with malformed JSON. Try again later");
  }
}
