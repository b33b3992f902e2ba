import type { Page, Paged } from "../../platform/lib/page.ts";
import type { DossierDeps } from "./deps.ts";
import type { DossierListItem } from "./schema.ts";

/** Returns saved dossiers, newest change first. */
export async function listDossiers(
  deps: DossierDeps,
  page: Page & { limit: number },
): Promise<Paged<DossierListItem>> {
  return await deps.dossiers.list(page);
}
