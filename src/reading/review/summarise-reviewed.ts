import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { SessionDeps } from "../sessions/deps.ts";
import { isReport } from "../document-kind/describe-kind.ts";
import { summarise } from "../analyser/summarise.ts";
import { yieldToOthers } from "../../platform/lib/yield-to-others.ts";
import { findEntities } from "../entities/find-entities.ts";
import { type Entities, NO_ENTITIES } from "../entities/schema.ts";
import type { TechniqueResult } from "../sessions/schema.ts";
import { readSessionDocument } from "../sessions/text/session-document.ts";
import { standingOf } from "../sessions/standing.ts";
import type { Session } from "../sessions/store.ts";

/**
 * Returns the summary after analysts rejected or added techniques. The embedded analyzer's summary counts and names
 * techniques, so it is written again from the remaining ones. A language model's text is unchanged and gets a notice.
 * @param kept the techniques that are not rejected
 */
export async function summariseReviewed(
  deps: SessionDeps,
  session: Session,
  kept: readonly TechniqueResult[],
  index: ReleaseIndex | null,
): Promise<string> {
  // If no technique remains that a person vouches for, the stored summary applies.
  if (!isReport(session.document_kind) && kept.length === 0) return session.summary;
  const entities = isEmbedded(session) && index && (await entitiesOf(deps, session, index));
  if (!entities || index === null) {
    const notice = `This summary was written before analysts ${whatWasDone(session, kept)}.`;
    return `${session.summary}\n\n${notice}`.trim();
  }
  const rows = await deps.sessionTechniques.list(session.id);
  const explained = new Map(
    rows.map(({ attack_id: id, hit, features }) => [id, { hit, features }]),
  );
  const techniques = kept.map((technique) => ({
    attack_id: technique.attack_id,
    confidence: technique.confidence,
    evidence: technique.evidence,
    explanation: explained.get(technique.attack_id),
    tactic: technique.tactic,
    isConfirmed: standingOf(technique) === "confirmed",
  }));
  return summarise(techniques, entities, index).join("");
}

/** Returns the entities of the session. Older sessions store none, so these come from the text. */
async function entitiesOf(
  deps: SessionDeps,
  { id, entities, source_url: url }: Session,
  index: ReleaseIndex,
): Promise<Entities | null> {
  if (entities.groups !== undefined) return { ...NO_ENTITIES, ...entities };
  const stored = await readSessionDocument(deps, id);
  if (stored === null) return null;
  const { named } = await deps.sessionObservables.read(stored.document, url);
  return await findEntities(stored.document, index, named, yieldToOthers);
}

function whatWasDone(
  { technique_count: count }: Session,
  kept: readonly Pick<TechniqueResult, "origin">[],
): string {
  const rejected = count - kept.length;
  const added = kept.filter(({ origin }) => origin === "analyst").length;
  return [
    ...(rejected > 0 ? [`rejected ${rejected} of the techniques`] : []),
    ...(added > 0 ? [`added ${added} techniques`] : []),
  ].join(" and ");
}

/**
 * Returns whether the embedded analyzer wrote the summary. The model's name shows it, even if the slot has changed
 * since.
 */
function isEmbedded({ model }: Session): boolean {
  return /^embedded(-\w+)?\//.test(model);
}
