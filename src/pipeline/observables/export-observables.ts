import type { ObservableDeps } from "./deps.ts";
import type { ObservableFilter } from "./filter-store.ts";
import type { Observable } from "./store.ts";

const STEP = 500;

/** Columns of the CSV form. */
export const EXPORT_COLUMNS = [
  "id",
  "kind",
  "value",
  "normalized_value",
  "origin",
  "confidence",
  "tags",
  "report_ids",
  "session_ids",
  "first_seen_at",
  "last_seen_at",
] as const satisfies readonly (keyof Observable)[];

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
