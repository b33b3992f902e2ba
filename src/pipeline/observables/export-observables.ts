import type { ObservableDeps } from "./deps.ts";
import type { ObservableFilter } from "./filter-store.ts";
import type { Observable, PlainObservable } from "./store.ts";

/** Observables per step with their mentions. All their values fit into one parameter. */
const STEP = 500;
/** Values only. At the edge an invocation has 1,000 queries, which are enough for 4 million. */
const PLAIN_STEP = 4_000;

type Deps = Pick<ObservableDeps, "observables" | "now">;

/** Yields all matching observables by ID, in constant memory. */
export async function* exportObservables(
  { observables, now }: Deps,
  filter: ObservableFilter,
): AsyncGenerator<Observable> {
  const next = async (after: string | null) =>
    await observables.listAfter(after, STEP, filter, now());
  for await (const rows of walk(next, STEP)) yield* await observables.addMentions(rows);
}

/** Yields the same with only the fields of a plain list. */
export async function* exportPlain(
  { observables, now }: Deps,
  filter: ObservableFilter,
): AsyncGenerator<PlainObservable> {
  const next = async (after: string | null) =>
    await observables.listValuesAfter(after, PLAIN_STEP, filter, now());
  for await (const rows of walk(next, PLAIN_STEP)) yield* rows;
}

async function* walk<Row extends { id: string }>(
  next: (after: string | null) => Promise<Row[]>,
  step: number,
): AsyncGenerator<Row[]> {
  let after: string | null = null;
  for (;;) {
    const rows: Row[] = await next(after);
    yield rows;
    if (rows.length < step) return;
    after = rows.at(-1)?.id ?? null;
  }
}
