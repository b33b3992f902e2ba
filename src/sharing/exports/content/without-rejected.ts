import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { compareGroups } from "../../../knowledge/comparison/compare-sets.ts";
import type { GroupRow } from "../../../knowledge/comparison/schema.ts";
import { compareText } from "../../../platform/lib/text.ts";
import type { Analysis } from "../../../reading/sessions/schema.ts";
import type { ExportedObservable, SessionContent } from "./session-content.ts";

/** As many leads as an analysis answers. */
const LEADS = 10;

/**
 * What is handed on of an analysis: without the techniques that analysts have rejected, which count
 * neither in its table nor in its leads.
 * @param index null where the release is not there any more
 */
export function withoutRejected(
  analysis: Analysis,
  index: ReleaseIndex | null,
  observables: ExportedObservable[],
): SessionContent {
  const { techniques: found, apt_matches: matches, ...described } = analysis;
  const techniques = found.filter(({ review_status: status }) => status !== "rejected");
  return {
    ...described,
    techniques,
    review: {
      people: [...new Set(found.flatMap(({ changed_by: by }) => by ?? []))].sort(compareText),
      last:
        found
          .flatMap(({ changed_at: at }) => at ?? [])
          .sort(compareText)
          .at(-1) ?? null,
      rejected: found.length - techniques.length,
    },
    tactics: index?.tactics ?? [],
    // The stored leads counted what was rejected since, and not what was added.
    leads: isReviewed(analysis)
      ? rankAgain(
          techniques.map(({ attack_id }) => attack_id),
          index,
        )
      : matches,
    observables,
  };
}

/** Whether people have rejected, added, or called otherwise any of the techniques. */
export function isReviewed({ techniques }: Pick<Analysis, "techniques">): boolean {
  return techniques.some(
    ({ review_status: status, origin }) => status === "rejected" || origin === "analyst",
  );
}

/** Without the release nothing can be ranked. */
function rankAgain(ids: string[], index: ReleaseIndex | null): GroupRow[] {
  return index === null ? [] : compareGroups(index, ids, LEADS).rows;
}
