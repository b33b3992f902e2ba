import type { IndexedTechnique, ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import type { KnownIds } from "../../../knowledge/attack/ids/known-ids.ts";
import { whyNotTaken } from "../../../knowledge/attack/ids/resolve-id.ts";
import type { StoredTechnique } from "../../sessions/store.ts";
import type { TechniqueRow } from "../../sessions/technique-store.ts";
import { isAdded, partOf, stateOf } from "../technique-state.ts";

/** The techniques of a session after another analysis, and warnings about lost decisions. */
export interface KeptDecisions {
  rows: TechniqueRow[];
  warnings: string[];
}

/** Warning for a decided technique that an earlier analysis found and the new one does not. */
const NOT_FOUND_AGAIN =
  "The last analysis did not find this technique; it is kept since an analyst decided on it.";

/**
 * Merges a new analysis with earlier decisions by people, by technique id, following revoked ids. Techniques that
 * people added or renamed do not change, nor do fields that they set in others. Everything else comes from the new
 * analysis. Techniques are in the order of the analysis, followed by those that it did not find.
 */
export function keepDecisions(
  before: readonly TechniqueRow[],
  found: readonly StoredTechnique[],
  release: ReleaseIndex,
  sessionId: string,
  known?: KnownIds,
): KeptDecisions {
  const fresh = found.map((technique) => ({ ...technique, session_id: sessionId, position: 0 }));
  const byId = new Map<string, TechniqueRow>(fresh.map((row) => [row.attack_id, row]));
  const decidedAs = new Map<string, string>();
  const warnings: string[] = [];
  for (const row of decidedRows(before, release)) {
    const technique = follow(release, row.attack_id);
    const other = technique && decidedAs.get(technique.attack_id);
    if (technique === undefined || other !== undefined) {
      warnings.push(
        technique === undefined ? isGone(row, release, known) : isOne(row, other, release),
      );
      continue;
    }
    const id = technique.attack_id;
    const kept = joined(row, byId.get(id), technique);
    decidedAs.set(id, row.attack_id);
    byId.set(id, kept);
    if (row.decided.includes("tactic") && kept.tactic !== row.tactic) {
      warnings.push(isMoved(row, kept, release));
    }
  }
  dropRenamed(byId, release);
  const rows = [...byId.values()].map((row, position) => ({ ...row, position }));
  return { rows, warnings };
}

/** Returns the decided rows. Those whose id the release has come before successors. */
function decidedRows(before: readonly TechniqueRow[], release: ReleaseIndex): TechniqueRow[] {
  const decided = before.filter(isDecided);
  const isOwnId = ({ attack_id: id }: TechniqueRow) => follow(release, id)?.attack_id === id;
  return [...decided.filter(isOwnId), ...decided.filter((row) => !isOwnId(row))];
}

/** Returns whether a person decided on a row. Rows from before the history existed have only a review status. */
function isDecided({ origin, decided, review_status: status }: TechniqueRow): boolean {
  return origin === "analyst" || decided.length > 0 || status !== "suggested";
}

function follow(release: ReleaseIndex, attackId: string): IndexedTechnique | undefined {
  return release.techniques.get(release.replacements.get(attackId) ?? attackId);
}

function isGone(row: TechniqueRow, release: ReleaseIndex, known?: KnownIds): string {
  const done = isAdded(row) ? "added" : "reviewed";
  return `${row.attack_id} (${row.name}), which ${by(row)} had ${done}, ${whyNotTaken(row.attack_id, release, known)} and was left out.`;
}

function isOne(row: TechniqueRow, other: string | undefined, { domain, version }: ReleaseIndex) {
  const { attack_id: id, review_status: status } = row;
  return `${other} and ${id} are one technique in ${domain} ${version}; what was decided of ${id} (${status}) was left out and stands in the history.`;
}

function isMoved(row: TechniqueRow, kept: TechniqueRow, { domain, version }: ReleaseIndex): string {
  return `${kept.attack_id} (${kept.name}) does not belong to the tactic ${row.tactic} in ${domain} ${version}, which ${by(row)} had chosen; it is under ${kept.tactic} now.`;
}

function by({ changed_by: name }: TechniqueRow): string {
  return name ?? "an analyst";
}

/** Returns a decided technique with the new analysis for its undecided fields. */
function joined(
  row: TechniqueRow,
  found: TechniqueRow | undefined,
  { attack_id: id, name, tactics }: IndexedTechnique,
): TechniqueRow {
  const isOwn = row.origin === "analyst" || found === undefined;
  const { changed_by, changed_at, decided } = row;
  const said = partOf(
    stateOf(row),
    decided.filter((field) => field !== "attack_id"),
  );
  const base = isOwn
    ? { ...row, warnings: ownWarnings(row, found) }
    : { ...found, ...said, review_status: row.review_status, changed_by, changed_at, decided };
  return {
    ...base,
    attack_id: id,
    name,
    tactic: tactics.includes(base.tactic) ? base.tactic : (tactics[0] ?? ""),
    replaced_from: row.attack_id === id ? base.replaced_from : row.attack_id,
  };
}

/** Adds a warning if the analysis no longer finds the technique, so that it is reviewed before signing. */
function ownWarnings(row: TechniqueRow, found: TechniqueRow | undefined): string[] {
  const others = row.warnings.filter((warning) => warning !== NOT_FOUND_AGAIN);
  const isMissed =
    found === undefined && row.origin === "analysis" && row.review_status !== "rejected";
  return isMissed ? [...others, NOT_FOUND_AGAIN] : others;
}

/**
 * Removes findings that people gave another id, because their technique already exists. A finding with another passage
 * is separate, and remains.
 */
function dropRenamed(byId: Map<string, TechniqueRow>, release: ReleaseIndex): void {
  for (const renamed of byId.values()) {
    if (renamed.found_as === null) continue;
    const id = follow(release, renamed.found_as)?.attack_id ?? renamed.found_as;
    const again = byId.get(id);
    if (again === undefined || isDecided(again)) continue;
    if (isShownBy(again, renamed)) byId.delete(id);
  }
}

/** Returns whether the evidence of one technique is within the passages of another, or has no place. */
function isShownBy(
  { evidence_start: start, evidence_end: end }: TechniqueRow,
  { evidence_start: from, evidence_end: to, passages }: TechniqueRow,
): boolean {
  if (start === null || end === null || from === null || to === null) return true;
  return [{ start: from, end: to }, ...passages].some(
    (passage) => passage.start < end && start < passage.end,
  );
}
