import type { ImportDeps } from "./deps.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { AppError } from "../../platform/lib/errors.ts";
import type { ImportRow, Receipt } from "./store.ts";
import type { ReceiptOutcome } from "./vocabulary.ts";

/** @throws AppError `not_found` */
export async function readImport(deps: ImportDeps, id: string): Promise<ImportRow> {
  const found = await deps.imports.find(id);
  if (found === null) throw new AppError("not_found", `There is no import ${id}.`);
  return found;
}

/** What became of each object of an import. @throws AppError `not_found` */
export async function listReceipts(
  deps: ImportDeps,
  id: string,
  query: Page & { limit: number; outcome?: ReceiptOutcome | undefined },
): Promise<Paged<Omit<Receipt, "import_id">>> {
  await readImport(deps, id);
  const { items, total } = await deps.imports.listReceipts(query, id, query.outcome);
  return { items: items.map(({ import_id: _id, ...receipt }) => receipt), total };
}
