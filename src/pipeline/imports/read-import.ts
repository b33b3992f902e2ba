import type { ImportDeps } from "./deps.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { ListedImport } from "./store.ts";

/** Returns an import and its counts. @throws AppError `not_found` */
export async function readImport(deps: ImportDeps, id: string): Promise<ListedImport> {
  const found = await deps.imports.find(id);
  if (found === null) throw new AppError("not_found", `There is no import ${id}.`);
  return found;
}
