import { kindWarning } from "../document-kind/describe-kind.ts";
import { NO_ENTITIES } from "../entities/schema.ts";
import type { Hints } from "../hints/find-hints.ts";
import { type HintedBy, listHintedBy } from "../hints/hinted-by.ts";
import type { Analysis, SessionListItem, TechniqueResult } from "./schema.ts";
import type { SessionLeads } from "./session-leads.ts";
import { titleOf } from "./session-title.ts";
import type { sessions, sessionTechniques } from "./tables.ts";

/** Maximum passages, as in an analysis. */
const MAX_PASSAGES = 5;

type SessionRow = typeof sessions.$inferSelect;
type TechniqueRow = typeof sessionTechniques.$inferSelect;

/** A row without the columns that only the session's own response contains, which may be hundreds of kilobytes. */
export type ListedRow = Omit<
  SessionRow,
  "set_aside" | "candidates" | "entities" | "document_kind" | "rejected_techniques"
> &
  Pick<SessionListItem, "tlp_in_text">;

/** Returns the marking printed in a session's text, or null. */
export function tlpInText({ entities }: Pick<SessionRow, "entities">): ListedRow["tlp_in_text"] {
  return entities.tlp?.marking ?? null;
}

/** Returns a session as a list item, with the entity tag of its state. */
export function toListItem(session: ListedRow | SessionRow, etag: string): SessionListItem {
  return { ...describe(session), etag };
}

function describe(session: ListedRow | SessionRow): Omit<SessionListItem, "etag"> {
  return {
    session_id: session.id,
    name: session.name,
    title: titleOf(session),
    tags: session.tags,
    tlp: session.tlp,
    tlp_in_text: "entities" in session ? tlpInText(session) : session.tlp_in_text,
    note: session.note,
    assignee: session.assignee,
    review_state: session.review_state,
    signed_by: session.signed_by,
    signed_at: session.signed_at,
    status: session.status,
    provider: session.provider,
    model: session.model,
    mode: session.mode,
    min_confidence: session.min_confidence,
    domain: session.domain,
    version: session.version,
    filename: session.filename,
    created_at: session.created_at,
    technique_count: session.technique_count,
    error: session.failure,
  };
}

/**
 * Returns a session as a full response.
 * @param leads computed from its current techniques, with the named groups
 * @param explain adds to each technique why the analyzer reported it, and the named items that it is a hint of
 */
export function toAnalysis(
  session: SessionRow,
  techniques: readonly TechniqueRow[],
  { software_hints, cve_hints, ...leads }: SessionLeads & Hints,
  explain: boolean,
): Analysis {
  const { technique_count: _count, error: _error, ...described } = describe(session);
  const isVouched = techniques.some(({ review_status: status }) => status !== "rejected");
  const warning = kindWarning(session.document_kind, isVouched);
  const hinted = explain ? listHintedBy({ software_hints, cve_hints }) : null;
  return {
    ...described,
    source_url: session.source_url,
    language: session.language,
    summary: session.summary,
    techniques: techniques.map((row) => toTechniqueResult(row, hinted)),
    set_aside: session.set_aside,
    candidates: session.candidates,
    entities: { ...NO_ENTITIES, ...session.entities },
    ...leads,
    apt_hints: session.apt_hints,
    software_hints,
    cve_hints,
    coverage: {
      chars_total: session.chars_total,
      chars_analyzed: session.chars_analyzed,
      chunks: session.chunks,
    },
    usage: session.usage,
    document_kind: session.document_kind,
    warnings: warning === null ? session.warnings : [warning, ...session.warnings],
    rejected_techniques: session.rejected_techniques,
  };
}

/**
 * Returns a technique of a session for a response.
 * @param hinted adds why the analyzer reported it, and the named items that it is a hint of
 */
export function toTechniqueResult(row: TechniqueRow, hinted: HintedBy | null): TechniqueResult {
  const {
    session_id: _session,
    position: _position,
    hit,
    features,
    runners_up,
    nearest_procedure,
    decided: _decided,
    ...technique
  } = row;
  // The judgement is about the original technique, not the one that an analyst chose.
  const judgement = row.found_as === null ? row.judgement : null;
  const result = { ...technique, judgement, passages: passagesOf(row) };
  if (hinted === null) return result;
  const hinted_by = hinted.get(row.attack_id) ?? [];
  return { ...result, explanation: { hit, features, runners_up, nearest_procedure, hinted_by } };
}

/**
 * Returns the evidence first, which a person may have chosen, then the other passages. Rows from before passages
 * existed have only their evidence.
 */
export function passagesOf(
  row: Pick<TechniqueRow, "passages" | "evidence" | "evidence_start" | "evidence_end">,
): TechniqueResult["passages"] {
  const { passages, evidence: text, evidence_start: start, evidence_end: end } = row;
  if (start === null || end === null) return passages;
  const others = passages.filter((passage) => passage.start !== start || passage.end !== end);
  return [{ text, start, end }, ...others].slice(0, MAX_PASSAGES);
}
