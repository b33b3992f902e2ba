import type { Services } from "../../../src/services.ts";
import {
  enrichObservable,
  type EnrichOptions,
} from "../../../src/pipeline/enrichment/enrich-observable.ts";
import type { Enrichment } from "../../../src/pipeline/enrichment/schema.ts";
import { withAudit } from "../../../src/pipeline/enrichment/with-audit.ts";
import type { Observable } from "../../../src/pipeline/observables/store.ts";
import { parseSettings } from "../../../src/settings.ts";
import { requestJson, testServices } from "../service.ts";
import { type StandInName, STAND_INS } from "./stand-ins.ts";
import { GOOD_KEY, type WireRequest, type WireResponse } from "./wire.ts";

/** A request that left, and to which provider. */
export interface Sent extends WireRequest {
  provider: StandInName;
}

/** An answer in place of the stand-in's; null for the stand-in's own. */
type Override = (request: Sent) => WireResponse | Response | Promise<Response> | null;

const NAMES = Object.keys(STAND_INS) as StandInName[];
const BASE = "/mirror";
let worlds = 0;

/** All settings that turn every provider on. */
export const ALL_ON: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.values(STAND_INS).flatMap(({ key }) => (key === null ? [] : [[key, GOOD_KEY]])),
  ),
  INTERNETDB_ENABLED: "true",
};

/** Budgets that no test uses up. */
export const ROOMY: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(STAND_INS).map(({ url }) => [url.replace("_URL", "_BUDGET"), "100000/minute"]),
);

/**
 * A context whose network reaches the stand-ins and nothing else, with a clock that can be moved.
 * @param given settings; the base URLs point at the stand-ins
 */
export function providerWorld(
  given: Record<string, string> = ALL_ON,
  override: Override = () => null,
) {
  worlds += 1;
  const world = worlds;
  const hostOf = (name: StandInName) => `${name}-${world}.example`;
  const urls = NAMES.map((name) => [STAND_INS[name].url, `https://${hostOf(name)}${BASE}`]);
  const sent: Sent[] = [];
  const logged: unknown[] = [];
  const clock = { seconds: 0 };
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { hostname, pathname, search } = new URL(request.url);
    const provider = NAMES.find((name) => hostOf(name) === hostname);
    if (provider === undefined) throw new Error(`Nobody may ask ${request.url}`);
    const { method, headers } = request;
    const path = `${pathname.replace(BASE, "")}${search}`;
    const got = { provider, method, path, headers, body: await request.text() };
    sent.push(got);
    const answer = (await override(got)) ?? STAND_INS[provider].wire(got);
    if (answer instanceof Response) return answer;
    return new Response(answer.body, { status: answer.status, headers: answer.headers });
  };
  const base = testServices();
  const context: Services = {
    ...base,
    settings: parseSettings({ ...Object.fromEntries(urls), ...given }),
    network: { public: network, operator: network },
    now: (offset = 0) => base.now(clock.seconds + offset),
    log: (...entry) => void logged.push(entry),
  };
  return {
    context,
    clock,
    sent,
    logged,
    hostOf,
    enrich: async (id: string, options: EnrichOptions): Promise<Enrichment> => {
      const { row } = await enrichObservable(context, "ann", id, options);
      const [record] = await withAudit(context, [row]);
      if (record === undefined) throw new Error("a record without its view");
      return record;
    },
  };
}

/** Adds an observable, or finds the one that is there. */
export async function observe(kind: string, value: string): Promise<Observable> {
  const init = { method: "POST", body: JSON.stringify({ kind, value }) };
  const { body } = await requestJson<Observable>("/api/pipeline/observables", init);
  return body;
}
