import { AppError } from "../../platform/lib/errors.ts";
import type { ObservableDeps } from "./deps.ts";
import { toView } from "./observable-view.ts";
import type { ObservableView } from "./schema.ts";

/**
 * Returns an observable with the reports and sessions that name it.
 * @throws AppError `not_found`
 */
export async function readObservable(deps: ObservableDeps, id: string): Promise<ObservableView> {
  const observable = await deps.observables.find(id);
  if (observable === null) throw noSuchObservable(id);
  return toView(observable, deps.now());
}

/** Returns the error for a missing observable. */
export function noSuchObservable(id: string): AppError {
  return new AppError("not_found", `There is no observable ${id}.`);
}
