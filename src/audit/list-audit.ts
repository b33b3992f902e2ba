import type { Context } from "../context.ts";
import type { Page, Paged } from "../http/pagination.ts";
import { type AuditView, auditEntrySchema } from "./schema.ts";
import { sealAudit } from "./seal.ts";
import type { AuditFilter } from "./store.ts";

const STEP = 500;

type Row = Awaited<ReturnType<Context["audit"]["listMatchingAfter"]>>[number];

/** The trail, newest first. */
export async function listAudit(
  context: Context,
  query: Page & { limit: number } & AuditFilter,
): Promise<Paged<AuditView>> {
  await sealAudit(context);
  const { items, total } = await context.audit.list(query, query);
  return { items: items.map(toView), total };
}

/** The trail in order, for an export; memory stays the same however long it is. */
export async function* exportAudit(
  context: Context,
  filter: AuditFilter,
): AsyncGenerator<AuditView> {
  await sealAudit(context);
  let seq = 0;
  for (;;) {
    const rows: Row[] = await context.audit.listMatchingAfter(seq, STEP, filter);
    yield* rows.map(toView);
    if (rows.length < STEP) return;
    seq = rows.at(-1)?.seq ?? seq;
  }
}

/** A row that was tampered with is shown as it is; `verify` tells. */
function toView({ seq: _seq, details, ...row }: Row): AuditView {
  return { ...row, details: parseDetails(details) } as AuditView;
}

function parseDetails(text: string): AuditView["details"] {
  try {
    return auditEntrySchema.shape.details.parse(JSON.parse(text));
  } catch {
    return { unreadable: text };
  }
}
