import type { StoredEntry } from "../../platform/audit/chain.ts";
import type { AuditEntry } from "../../platform/audit/record.ts";
import type { ObservableKind } from "../../pipeline/observables/vocabulary.ts";
import type { TaxiiDeps } from "./deps.ts";

/** Actions that change the shared objects of sessions without changing the sessions themselves. */
export const TELLING_ACTIONS = [
  "session.delete",
  "observable.update",
  "observable.delete",
  "observable.restore",
  "observable.bulk",
  "warning_list.update",
  "warning_list.delete",
] as const satisfies readonly AuditEntry["action"][];

/** Returns the sessions that some audit entries affect; `all` if the entries do not specify them. */
export async function findStaleSessions(
  deps: Pick<TaxiiDeps, "observables">,
  entries: readonly StoredEntry[],
): Promise<readonly string[] | "all"> {
  const found = new Set<string>();
  for (const entry of entries) {
    const sessions = await sessionsOf(deps, entry);
    if (sessions === "all") return "all";
    for (const id of sessions) found.add(id);
  }
  return [...found];
}

async function sessionsOf(
  { observables }: Pick<TaxiiDeps, "observables">,
  { action, object_type: type, object_id: id, details: text }: StoredEntry,
): Promise<readonly string[] | "all"> {
  if (action === "session.delete") return [id];
  if (type === "warning_list") return "all";
  const { kind, value, observable_ids: ids = [id], suppressed = [] } = JSON.parse(text) as Details;
  const gone = kind === undefined || value === undefined ? suppressed : [{ kind, value }];
  const mentions = [
    ...(await observables.findAll(ids)),
    // For a deleted observable, the entry has the value.
    ...(await observables.listMentions(
      gone.map((one) => ({ kind: one.kind, normalized_value: one.value })),
    )),
  ];
  return mentions.flatMap(({ session_ids: sessions }) => sessions);
}

interface Value {
  kind: ObservableKind;
  value: string;
}

/** Details of entries about observables; each has some of these. */
interface Details extends Partial<Value> {
  observable_ids?: string[];
  suppressed?: Value[];
}
