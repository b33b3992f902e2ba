import type { EnrichmentDeps } from "../deps.ts";
import { ServerLimited } from "../server-limited.ts";
import { readLimits } from "../settings.ts";
import type { Api } from "./api.ts";

/**
 * Counts a query against the budget of a provider, before it is sent, so that a query with a lost response also
 * counts. Call it under the lock of the server.
 * @throws ServerLimited if the budget is used up
 */
export async function spendBudget(deps: EnrichmentDeps, api: Api): Promise<void> {
  for (const { queries, seconds, text } of readLimits(deps.settings[api.budget])) {
    const since = deps.now(-seconds);
    const earliest = await deps.queries.findNthLatest(api.name, since, queries);
    if (earliest === null) continue;
    const until = new Date(Date.parse(earliest) + seconds * 1000).toISOString();
    const why = `The budget of ${api.title} is used up (${text}, ${api.budget})`;
    throw new ServerLimited(api.title, until, why);
  }
  await deps.queries.add({ id: deps.newId(), provider: api.name, asked_at: deps.now() });
}
