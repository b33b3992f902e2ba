import type { Page, Paged } from "../../../platform/lib/page.ts";
import { titleOf } from "../session-title.ts";
import { passagesOf } from "../session-views.ts";
import type { EvidenceFilter, EvidenceRow, EvidenceStore } from "./evidence-store.ts";
import type { Evidence } from "./schema.ts";

/** Returns a page of the evidence of a technique, newest session first. */
export async function listEvidence(
  deps: { evidence: EvidenceStore },
  page: Page & { limit: number },
  filter: EvidenceFilter,
): Promise<Paged<Evidence>> {
  const { items, total } = await deps.evidence.list(page, filter);
  return { items: items.map(toEvidence), total };
}

function toEvidence(row: EvidenceRow): Evidence {
  const { session_name: name, session_filename: filename, session_heading: title, ...shown } = row;
  return {
    ...shown,
    session_title: titleOf({ id: row.session_id, name, filename, title }),
    passages: passagesOf(row),
  };
}
