import { toView } from "../observable-view.ts";
import type { ObservableView } from "../schema.ts";
import type { Observable } from "../store.ts";

/** Yields observables as the API returns them at a given time. */
export async function* viewed(
  rows: AsyncIterable<Observable>,
  now: string,
): AsyncGenerator<ObservableView> {
  for await (const row of rows) yield toView(row, now);
}
