import type { KnownIds } from "../../knowledge/attack/ids/known-ids.ts";
import { activeIdsOf } from "../../knowledge/attack/ids/resolve-id.ts";
import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import { compareText } from "../../platform/lib/text.ts";
import type { BriefTechnique } from "../sessions/technique-store.ts";
import type { PresentSession } from "./present-session.ts";
import type { DossierTechnique, Statement } from "./schema.ts";

/** What the sessions name together. */
export interface Union {
  /** Techniques named by at least one session. */
  techniques: DossierTechnique[];
  /** Ids with a successor in the dossier's release. */
  followed: { session_id: string; from: string; to: string }[];
  /** Session ids without an active technique in the release. They remain unchanged. */
  unknown: { session_id: string; attack_id: string; domain: string }[];
}

/** Returns the techniques of sessions by id. Revoked ids are mapped to the release of their domain. */
export function unionTechniques(
  completed: readonly PresentSession[],
  releases: ReadonlyMap<string, ReleaseIndex>,
  known?: KnownIds,
): Union {
  const union: Union = { techniques: [], followed: [], unknown: [] };
  const found = new Map<string, { domain: string; rows: BriefTechnique[] }>();
  for (const { session, techniques } of completed) {
    const index = releases.get(session.domain);
    for (const row of techniques) {
      const { attack_id: from, session_id } = row;
      const followed = index === undefined ? [from] : activeIdsOf(from, index, known);
      if (followed.length === 0)
        union.unknown.push({ session_id, attack_id: from, domain: session.domain });
      for (const to of followed.length === 0 ? [from] : followed) {
        if (to !== from) union.followed.push({ session_id, from, to });
        const key = `${session.domain} ${to}`;
        const entry = found.get(key) ?? { domain: session.domain, rows: [] };
        found.set(key, entry);
        addBest(entry.rows, row);
      }
    }
  }
  union.techniques = [...found]
    .map(([key, { domain, rows }]) =>
      describe(key.slice(domain.length + 1), domain, rows, releases),
    )
    .filter(({ session_count: count }) => count > 0)
    .sort(
      (a, b) =>
        b.session_count - a.session_count ||
        b.confidence - a.confidence ||
        compareText(a.attack_id, b.attack_id),
    );
  return union;
}

/**
 * Adds a row unless a better one exists. Two revoked ids may have one successor. Unrejected rows go first, then surer
 * ones.
 */
function addBest(rows: BriefTechnique[], row: BriefTechnique): void {
  const place = rows.findIndex(({ session_id: id }) => id === row.session_id);
  const other = rows[place];
  if (other === undefined) rows.push(row);
  else if (weightOf(row) > weightOf(other)) rows[place] = row;
}

function weightOf({ review_status: status, confidence }: BriefTechnique): number {
  return confidence + (status === "rejected" ? 0 : 2);
}

function describe(
  attackId: string,
  domain: string,
  rows: readonly BriefTechnique[],
  releases: ReadonlyMap<string, ReleaseIndex>,
): DossierTechnique {
  const published = releases.get(domain)?.techniques.get(attackId);
  const [first] = rows;
  const kept = rows.filter(({ review_status: status }) => status !== "rejected");
  return {
    attack_id: attackId,
    name: published?.name ?? first?.name ?? attackId,
    tactic: published?.tactics[0] ?? first?.tactic ?? "",
    domain,
    confidence: Math.max(0, ...kept.map(({ confidence }) => confidence)),
    session_count: kept.length,
    named_by: rows.map(toStatement),
  };
}

function toStatement(row: BriefTechnique): Statement {
  return {
    session_id: row.session_id,
    attack_id: row.attack_id,
    confidence: row.confidence,
    review_status: row.review_status,
    origin: row.origin,
    evidence: row.evidence,
    evidence_start: row.evidence_start,
    evidence_end: row.evidence_end,
    verified: row.verified,
    note: row.note,
    changed_by: row.changed_by,
    changed_at: row.changed_at,
  };
}
