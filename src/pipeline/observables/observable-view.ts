import type { ObservableView } from "./schema.ts";
import type { Observable } from "./store.ts";

/** Returns an observable as the API shows it at a given time. */
export function toView(observable: Observable, now: string): ObservableView {
  const { expires_at: end, first_seen_at, created_at } = observable;
  return {
    ...observable,
    created_at: created_at ?? first_seen_at,
    active: end === null || end > now,
  };
}
