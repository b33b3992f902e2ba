import type { Observable } from "../../observables/store.ts";
import type { EnrichmentDeps } from "../deps.ts";
import { requireProvider } from "../providers.ts";
import type { ProviderName } from "../vocabulary.ts";

/** A query to one provider about one observable. */
export interface Question {
  id: string;
  provider: ProviderName;
}

/** The queries for one server, sent one at a time. */
export interface Lane {
  /** Null for queries that are sent to no server. */
  server: string | null;
  questions: Question[];
}

/** Lists part of a task's queries, one per provider and observable. */
export function listQuestions(
  ids: readonly string[],
  providers: readonly ProviderName[],
  from: number,
  count: number,
): Question[] {
  const all = ids.flatMap((id) => providers.map((provider) => ({ id, provider })));
  return all.slice(from, from + count);
}

/** Groups queries into lanes, the one with the most queries last. */
export async function planLanes(
  deps: EnrichmentDeps,
  questions: readonly Question[],
): Promise<Lane[]> {
  const ids = [...new Set(questions.map(({ id }) => id))];
  const known = new Map((await deps.observables.listValues(ids)).map((row) => [row.id, row]));
  const byServer = new Map<string | null, Question[]>();
  for (const question of questions) {
    const server = await serverOf(deps, question.provider, known.get(question.id));
    byServer.set(server, [...(byServer.get(server) ?? []), question]);
  }
  const lanes = [...byServer].map(([server, members]) => ({ server, questions: members }));
  return lanes.sort((a, b) => a.questions.length - b.questions.length);
}

async function serverOf(
  deps: EnrichmentDeps,
  name: ProviderName,
  observable: Pick<Observable, "kind" | "normalized_value"> | undefined,
): Promise<string | null> {
  const provider = requireProvider(deps.settings, name);
  if (observable === undefined) return null;
  const target = provider.targetOf(observable.kind, observable.normalized_value);
  return target === null ? null : await provider.laneOf(deps, target);
}
