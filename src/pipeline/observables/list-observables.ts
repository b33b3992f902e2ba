import type { Page, Paged } from "../../platform/lib/page.ts";
import type { ObservableDeps } from "./deps.ts";
import type { ObservableFilter } from "./filter-store.ts";
import type { ObservableOrder } from "./sort-store.ts";
import { toView } from "./observable-view.ts";
import type { ObservableView } from "./schema.ts";

/** Lists the observables that match a filter, the last seen first unless sorted. */
export async function listObservables(
  deps: Pick<ObservableDeps, "observables" | "now">,
  page: Page & { limit: number },
  filter: ObservableFilter,
  sorted?: ObservableOrder,
): Promise<Paged<ObservableView>> {
  const now = deps.now();
  const { items, total } = await deps.observables.list(page, filter, now, sorted);
  return { items: items.map((observable) => toView(observable, now)), total };
}
