import type { ObservableView } from "./schema.ts";
import type { Observable } from "./store.ts";

/** An observable as it is answered at a time. */
export function toView(observable: Observable, now: string): ObservableView {
  const { expires_at: end } = observable;
  return { ...observable, active: end === null || end > now };
}
