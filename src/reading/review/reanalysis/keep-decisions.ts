import type { IndexedTechnique, ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { whyRejected } from "../../sessions/ground-findings.ts";
import type { StoredTechnique } from "../../sessions/store.ts";
import type { TechniqueRow } from "../../sessions/technique-store.ts";
import { partOf, stateOf } from "../technique-state.ts";

/** The techniques of a session after another analysis, and what could not be kept, in sentences. */
export interface KeptDecisions {
  rows: TechniqueRow[];
  warnings: string[];
}

/**
 * Joins what another analysis found with what people decided before it, by technique id; revoked ids
 * are followed. Of what people decided the analysis changes nothing: what they added or called
 * otherwise stays as it is, and of the rest the fields that they set. What nobody decided is as the
 * new analysis has it. Techniques come in the order of the analysis, then those that it did not find.
 */
export function keepDecisions(
  before: readonly TechniqueRow[],
  found: readonly StoredTechnique[],
  release: ReleaseIndex,
  sessionId: string,
): KeptDecisions {
  const fresh = found.map((technique) => ({ ...technique, session_id: sessionId, position: 0 }));
  const byId = new Map<string, TechniqueRow>(fresh.map((row) => [row.attack_id, row]));
  const decidedAs = new Map<string, string>();
  const warnings: string[] = [];
  for (const row of before.filter(isDecided)) {
    const technique = follow(release, row.attack_id);
    if (technique === undefined) {
      warnings.push(
        `${row.attack_id} (${row.name}), which ${what(row)}, ${whyRejected(row.attack_id, release)} and was left out.`,
      );
      continue;
    }
    const id = technique.attack_id;
    const other = decidedAs.get(id);
    if (other !== undefined) {
      warnings.push(
        `${other} and ${row.attack_id} are one technique in ${release.domain} ${release.version}; what was decided of ${row.attack_id} was left out.`,
      );
      continue;
    }
    decidedAs.set(id, row.attack_id);
    byId.set(id, joined(row, byId.get(id), technique));
  }
  dropRenamed(byId, release);
  const rows = [...byId.values()].map((row, position) => ({ ...row, position }));
  return { rows, warnings };
}

/** Rows from before there was a history have a review status alone. */
function isDecided({ origin, decided, review_status: status }: TechniqueRow): boolean {
  return origin === "analyst" || decided.length > 0 || status !== "suggested";
}

function follow(release: ReleaseIndex, attackId: string): IndexedTechnique | undefined {
  return release.techniques.get(release.replacements.get(attackId) ?? attackId);
}

function what({ origin, changed_by: by }: TechniqueRow): string {
  return `${by ?? "an analyst"} had ${origin === "analyst" ? "added" : "reviewed"}`;
}

/** A decided technique as it is now, with what the analysis says where people said nothing. */
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
    ? row
    : { ...found, ...said, review_status: row.review_status, changed_by, changed_at, decided };
  return {
    ...base,
    attack_id: id,
    name,
    tactic: tactics.includes(base.tactic) ? base.tactic : (tactics[0] ?? ""),
    replaced_from: row.attack_id === id ? base.replaced_from : row.attack_id,
  };
}

/** The analysis finds again what people gave another id to: that is their technique already. */
function dropRenamed(byId: Map<string, TechniqueRow>, release: ReleaseIndex): void {
  const renamed = [...byId.values()].flatMap(({ found_as: id }) =>
    id === null ? [] : [follow(release, id)?.attack_id ?? id],
  );
  for (const id of renamed) {
    const again = byId.get(id);
    if (again !== undefined && !isDecided(again)) byId.delete(id);
  }
}
