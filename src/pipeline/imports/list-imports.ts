import type { ImportDeps } from "./deps.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import type { ListedImport } from "./store.ts";

/** Lists imports, newest first. */
export async function listImports(
  deps: ImportDeps,
  page: Page & { limit: number },
): Promise<Paged<ListedImport>> {
  return await deps.imports.list(page);
}
