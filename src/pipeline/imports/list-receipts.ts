import type { ImportDeps } from "./deps.ts";
import type { Page, Paged } from "../../platform/lib/page.ts";
import { readImport } from "./read-import.ts";
import type { Receipt } from "./store.ts";
import type { ReceiptOutcome } from "./vocabulary.ts";

/** Lists the receipts of an import, in the order of its objects. @throws AppError `not_found` */
export async function listReceipts(
  deps: ImportDeps,
  id: string,
  query: Page & { limit: number; outcome?: ReceiptOutcome | undefined },
): Promise<Paged<Omit<Receipt, "import_id">>> {
  await readImport(deps, id);
  const { items, total } = await deps.imports.listReceipts(query, id, query.outcome);
  return { items: items.map(({ import_id: _id, ...receipt }) => receipt), total };
}
