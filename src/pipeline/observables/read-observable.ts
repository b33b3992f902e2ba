import { AppError } from "../../platform/lib/errors.ts";
import type { ObservableDeps } from "./deps.ts";
import type { Observable } from "./store.ts";

/**
 * An observable with the reports and sessions that name it.
 * @throws AppError `not_found`
 */
export async function readObservable(deps: ObservableDeps, id: string): Promise<Observable> {
  const observable = await deps.observables.find(id);
  if (observable === null) throw noSuchObservable(id);
  return observable;
}

/** The error for an observable that is not there. */
export function noSuchObservable(id: string): AppError {
  return new AppError("not_found", `There is no observable ${id}.`);
}
