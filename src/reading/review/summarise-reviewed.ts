import type { ReleaseIndex } from "../../knowledge/attack/release-index.ts";
import type { ReviewDeps } from "./deps.ts";
import { findGroups } from "../recognition/group-names.ts";
import { splitSentences } from "../recognition/sentences.ts";
import { summarise } from "../analyser/summarise.ts";
import type { TechniqueResult } from "../sessions/schema.ts";
import type { Session } from "../sessions/store.ts";

/**
 * The summary of a session of whose techniques analysts have rejected or added some. The embedded analyser's
 * counts and names techniques, so it is made again from those that are left; what a language model
 * wrote is not ours to change, and says so.
 * @param kept the techniques that are not rejected
 */
export async function summariseReviewed(
  deps: ReviewDeps,
  session: Session,
  kept: readonly TechniqueResult[],
  index: ReleaseIndex | null,
): Promise<string> {
  const text = isEmbedded(session) ? await deps.sessionFiles.readText(session.id) : null;
  if (text === null || index === null) {
    const notice = `This summary was written before analysts ${whatWasDone(session, kept)}.`;
    return `${session.summary}\n\n${notice}`.trim();
  }
  const groups = findGroups(text, index.groups);
  return summarise(text, splitSentences(text), kept, groups, index).join("");
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

/** The model's name shows who wrote the summary, whatever the slot is bound to by now. */
function isEmbedded({ model }: Session): boolean {
  return /^embedded(-\w+)?\//.test(model);
}
