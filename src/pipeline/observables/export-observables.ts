import type { ObservableDeps } from "./deps.ts";
import type { ObservableFilter } from "./filter-store.ts";
import type { Observable } from "./store.ts";

const STEP = 500;

/** All observables that match, by id; memory stays the same however many there are. */
export async function* exportObservables(
  deps: Pick<ObservableDeps, "observables" | "now">,
  filter: ObservableFilter,
): AsyncGenerator<Observable> {
  let after: string | null = null;
  for (;;) {
    const rows: Observable[] = await deps.observables.listAfter(after, STEP, filter, deps.now());
    yield* rows;
    if (rows.length < STEP) return;
    after = rows.at(-1)?.id ?? null;
  }
}
