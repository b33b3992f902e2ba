import { AppError } from "../../platform/lib/errors.ts";
import type { CollectionDeps } from "./deps.ts";
import type { SourceView } from "./schema.ts";
import { viewSource } from "./source-view.ts";
import type { Source } from "./store.ts";

/** Returns a source as the API shows it. @throws AppError `not_found` */
export async function readSource(deps: CollectionDeps, id: string): Promise<SourceView> {
  return await viewSource(deps, await requireSource(deps, id));
}

/** Returns a source as stored. @throws AppError `not_found` */
export async function requireSource(deps: CollectionDeps, id: string): Promise<Source> {
  const source = await deps.collection.find(id);
  if (source === null) throw noSuchSource(id);
  return source;
}

/** Returns the error for a missing source. */
export function noSuchSource(id: string): AppError {
  return new AppError("not_found", `There is no source ${id}.`);
}
