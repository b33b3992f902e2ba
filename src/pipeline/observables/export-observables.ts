import type { ObservableDeps } from "./deps.ts";
import type { ObservableFilter } from "./filter-store.ts";
import type { Observable, ObservableRow } from "./store.ts";

/** Rows of a step with their mentions: the values of all fit into one parameter. */
const STEP = 500;
/** Rows of a step without them. At the edge an invocation has 1,000 queries, which are enough for 5 million. */
const PLAIN_STEP = 5_000;

type Deps = Pick<ObservableDeps, "observables" | "now">;

/** All observables that match, by id; memory stays the same however many there are. */
export async function* exportObservables(
  deps: Deps,
  filter: ObservableFilter,
): AsyncGenerator<Observable> {
  for await (const rows of walk(deps, filter, STEP)) {
    yield* await deps.observables.addMentions(rows);
  }
}

/** The same without the reports and sessions that mention them. */
export async function* exportPlain(
  deps: Deps,
  filter: ObservableFilter,
): AsyncGenerator<ObservableRow> {
  for await (const rows of walk(deps, filter, PLAIN_STEP)) yield* rows;
}

async function* walk(
  deps: Deps,
  filter: ObservableFilter,
  step: number,
): AsyncGenerator<ObservableRow[]> {
  let after: string | null = null;
  for (;;) {
    const rows: ObservableRow[] = await deps.observables.listAfter(after, step, filter, deps.now());
    yield rows;
    if (rows.length < step) return;
    after = rows.at(-1)?.id ?? null;
  }
}
