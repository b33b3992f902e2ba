import type { EnrichmentDeps } from "../deps.ts";
import { failedFinding, finding } from "../finding.ts";
import type { EnrichmentProvider, Finding } from "../provider.ts";
import { LOCK_WAIT_SECONDS, withServerLock } from "../server-lock.ts";
import { ServerLimited } from "../server-limited.ts";
import type { EnrichmentSettings } from "../settings.ts";
import type { Target } from "../target.ts";
import type { Api } from "./api.ts";
import { askApi, questionDeadline } from "./ask-api.ts";
import { spendBudget } from "./spend-budget.ts";

/** Creates a provider from the description of an API. */
export function openApi(api: Api): EnrichmentProvider {
  const { name, title, kinds, sends, key, flag } = api;
  const hostOf = (settings: EnrichmentSettings) => new URL(settings[api.url]).host;
  return {
    name,
    title,
    kinds,
    sends,
    settings: [...(key === null ? [] : [key.setting]), ...(flag === undefined ? [] : [flag])],
    receivers: (settings) => [hostOf(settings)],
    budget: (settings) => settings[api.budget],
    targetOf(kind, value) {
      const known = kinds.find((one) => one === kind);
      // Networks have a prefix, but these providers accept only single addresses.
      const isNetwork = (kind === "ipv4" || kind === "ipv6") && value.includes("/");
      return known === undefined || isNetwork ? null : { kind: known, value, isAncestor: false };
    },
    laneOf: async ({ settings }) => await Promise.resolve(hostOf(settings)),
    deadline: (deps) => LOCK_WAIT_SECONDS + questionDeadline(deps) + 10,
    lookUp: async (deps, target) => await lookUp(deps, api, hostOf(deps.settings), target),
  };
}

async function lookUp(
  deps: EnrichmentDeps,
  api: Api,
  server: string,
  target: Target,
): Promise<Finding> {
  try {
    const { answer, url } = await withServerLock(deps, server, questionDeadline(deps), async () => {
      await refuseLimited(deps, api, server);
      await spendBudget(deps, api);
      return await askApi(deps, api, target);
    });
    if (answer.kind === "evidence") {
      return finding(deps, "complete", { evidence: answer.evidence, source_url: url });
    }
    const detail = `${api.title} has no entry for ${target.value}.`;
    return finding(deps, "not_found", { detail, source_url: url });
  } catch (error) {
    return failedFinding(deps, error, server);
  }
}

async function refuseLimited(deps: EnrichmentDeps, api: Api, server: string): Promise<void> {
  const until = (await deps.serverLimits.list(deps.now())).get(server);
  if (until === undefined) return;
  throw new ServerLimited(server, until, `${api.title} limits the queries of this key or address`);
}
