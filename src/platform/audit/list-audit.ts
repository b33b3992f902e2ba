import type { AuditDeps } from "./deps.ts";
import type { Page, Paged } from "../lib/page.ts";
import { exportText, GENESIS } from "./chain.ts";
import { judgeHead } from "./judge-head.ts";
import {
  type AuditExportEnd,
  type AuditView,
  auditEntrySchema,
  type ExportLine,
} from "./schema.ts";
import { sealAudit } from "./seal-audit.ts";
import type { AuditFilter } from "./store.ts";

/** Rows per query. At the edge, an invocation has 1,000 queries, enough for two million rows. */
const STEP = 2_000;

type Row = Awaited<ReturnType<AuditDeps["audit"]["listMatchingAfter"]>>[number];

/** Lists the trail, newest first. */
export async function listAudit(
  deps: AuditDeps,
  query: Page & { limit: number } & AuditFilter,
): Promise<Paged<AuditView>> {
  await sealAudit(deps);
  const { items, total } = await deps.audit.list(query, query);
  return { items: items.map(toView), total };
}

/**
 * Exports the trail in order, followed by a line that proves it, with constant memory. With the key, the export can be
 * verified without this service.
 */
export async function* exportAudit(
  deps: AuditDeps,
  filter: AuditFilter,
): AsyncGenerator<ExportLine> {
  await sealAudit(deps);
  const { head, fault } = judgeHead(await deps.auditHead.read(), deps.auditKeys);
  const filtered = Object.values(filter).some((value) => value !== undefined);
  const end = { seq: 0, hash: GENESIS, rows: 0 };
  let seq = 0;
  for (;;) {
    const rows: Row[] = await deps.audit.listMatchingAfter(seq, STEP, filter);
    // Rows that arrive during the export belong to the next one.
    const sealed = rows.filter((row) => row.hash !== null);
    for (const row of sealed) {
      Object.assign(end, { seq: row.seq, hash: row.hash, rows: end.rows + 1 });
      yield toExported(row);
    }
    if (rows.length < STEP) break;
    seq = rows.at(-1)?.seq ?? seq;
  }
  const isCut = !filtered && head !== null && end.seq < head.seq;
  const text = isCut ? `says that there were ${head.seq} rows` : fault;
  yield signEnd(deps, { ...end, filtered, under_key_from: head?.from ?? null, fault: text });
}

function signEnd(
  deps: AuditDeps,
  end: Omit<AuditExportEnd, "type" | "exported_at" | "mac">,
): AuditExportEnd {
  const { seq, hash, rows, filtered, under_key_from, fault } = end;
  const said = { seq, hash, rows, filtered, under_key_from, fault, exported_at: deps.now() };
  return { type: "head", ...said, mac: deps.auditKeys.sign(exportText(said)) };
}

function toExported(row: Row): ExportLine {
  const view = toView(row);
  const isSame = JSON.stringify(view.details) === row.details;
  return isSame ? view : { ...view, details_text: row.details };
}

/** Converts a row. One that was tampered with is shown unchanged, and `verify` reports it. */
function toView({ details, ...row }: Row): AuditView {
  return { ...row, details: parseDetails(details) } as AuditView;
}

function parseDetails(text: string): AuditView["details"] {
  try {
    return auditEntrySchema.shape.details.parse(JSON.parse(text));
  } catch {
    return { unreadable: text };
  }
}
