import type { ReleaseIndex } from "../../../knowledge/attack/release-index.ts";
import { compareText } from "../../../platform/lib/text.ts";
import type { Analysis } from "../../../reading/sessions/schema.ts";
import { NO_TECHNIQUE } from "../../../reading/sessions/vocabulary.ts";
import { listCves } from "./named.ts";
import type { ExportedObservable, SessionContent } from "./session-content.ts";

/**
 * Returns the shareable content of an analysis: without rejected techniques, without techniques derived from removed
 * vulnerabilities, and without page headers and watermarks.
 * @param index null if the release was removed
 */
export function withoutRejected(
  analysis: Analysis,
  index: ReleaseIndex | null,
  observables: ExportedObservable[],
): SessionContent {
  const { techniques: found, ...described } = analysis;
  const techniques = found.filter(({ review_status: status }) => status !== "rejected");
  const cves = new Set(listCves({ entities: described.entities, observables }));
  return {
    ...described,
    techniques,
    // Page headers and watermarks may name the person who downloaded the report.
    set_aside: described.set_aside.filter(({ attack_id: id }) => id !== NO_TECHNIQUE),
    cve_hints: described.cve_hints.filter(({ id }) => cves.has(id.toUpperCase())),
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
    tactics_of: Object.fromEntries(
      techniques.flatMap(({ attack_id: id }) => {
        const known = index?.techniques.get(id);
        return known === undefined ? [] : [[id, known.tactics]];
      }),
    ),
    observables,
    coverage_states: null,
  };
}

/** Returns whether people rejected, added or replaced any of the techniques. */
export function isReviewed({ techniques }: Pick<Analysis, "techniques">): boolean {
  return techniques.some(
    ({ review_status: status, origin }) => status === "rejected" || origin === "analyst",
  );
}
