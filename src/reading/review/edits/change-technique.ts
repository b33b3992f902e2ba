import { describeChanges } from "../../../platform/audit/describe-changes.ts";
import { resolveIndex } from "../../../knowledge/attack/resolve-release.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { readSessionText } from "../../sessions/text/read-session-text.ts";
import { requireCompleted } from "../../sessions/require-completed.ts";
import type { TechniqueResult } from "../../sessions/schema.ts";
import { toTechniqueResult } from "../../sessions/session-views.ts";
import type { Session } from "../../sessions/store.ts";
import type { TechniqueRow } from "../../sessions/technique-store.ts";
import type { TechniqueField } from "../../sessions/vocabulary.ts";
import { chooseTactic, chooseTechnique } from "../choose-technique.ts";
import type { ReviewDeps } from "../deps.ts";
import { type Edit, type EditedChange, editSession } from "../edit-session.ts";
import { locateEvidence, locatePassages, namesEvidence } from "../locate-evidence.ts";
import { changedFields, partOf, stateOf, type TechniqueState } from "../technique-state.ts";
import { requireTechnique } from "./require-technique.ts";
import type { TechniqueChange } from "./schema.ts";

/**
 * Changes a technique's review or content. Equal values change nothing.
 * @throws AppError `not_found`, `analysis_failed`, `version_not_found`; `validation_error` for an unknown id,
 * tactic or evidence; `conflict` for an id that the session already has
 */
export async function changeTechnique(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  attackId: string,
  given: TechniqueChange,
  ifMatch?: string,
): Promise<{ technique: TechniqueResult; etag: string }> {
  let current = attackId;
  const { etag } = await editSession(deps, actor, sessionId, ifMatch, async () => {
    const session = await requireCompleted(deps, sessionId);
    const row = await requireTechnique(deps, sessionId, attackId);
    const before = stateOf(row);
    const after = await apply(deps, session, before, given);
    const fields = changedFields(before, after);
    const shown = toTechniqueResult(row, null);
    if (fields.length === 0) return { session, edit: null, current: shown };
    current = after.attack_id;
    if (fields.includes("attack_id")) await requireFree(deps, sessionId, current);
    return { session, edit: editOf(deps, actor, row, after, fields), current: shown };
  });
  const row = await requireTechnique(deps, sessionId, current);
  return { technique: toTechniqueResult(row, null), etag };
}

/** Returns the technique after the change. */
async function apply(
  deps: ReviewDeps,
  { id, domain, version }: Session,
  before: TechniqueState,
  given: TechniqueChange,
): Promise<TechniqueState> {
  const after = { ...before };
  const isOther = given.attack_id !== undefined && given.attack_id !== before.attack_id;
  if (isOther || given.tactic !== undefined) {
    const release = await resolveIndex(deps, { domain, version });
    const known = await deps.knownIds.open();
    const chosen = chooseTechnique(release, given.attack_id ?? before.attack_id, known);
    const { technique, replaced_from: replaced } = chosen;
    if (technique.attack_id !== before.attack_id) rename(after, technique, replaced);
    const isLeft = given.tactic === undefined && technique.tactics.includes(before.tactic);
    after.tactic = isLeft ? before.tactic : chooseTactic(technique, given.tactic);
  }
  if (namesEvidence(given)) {
    Object.assign(after, locateEvidence(await readSessionText(deps, id), given));
  }
  if (given.passages !== undefined) {
    after.passages = locatePassages(await readSessionText(deps, id), given.passages);
    Object.assign(after, evidenceOf(after.passages));
  }
  after.confidence = given.confidence ?? before.confidence;
  after.note = given.note ?? before.note;
  after.review_status = given.review_status ?? after.review_status;
  return after;
}

/** Returns the first passage as the evidence. */
function evidenceOf([first]: TechniqueState["passages"]): Partial<TechniqueState> {
  if (first === undefined) return {};
  const { text: evidence, start, end } = first;
  return { evidence, evidence_start: start, evidence_end: end, verified: true };
}

/** Gives a technique another id. Returning to the id of the analysis names nothing new. */
function rename(
  after: TechniqueState,
  { attack_id: id, name }: { attack_id: string; name: string },
  replaced: string | null,
): void {
  const found = after.origin === "analysis" ? after.attack_id : after.found_as;
  const isBack = found === id;
  after.attack_id = id;
  after.name = name;
  after.replaced_from = replaced;
  after.origin = isBack ? "analysis" : "analyst";
  after.found_as = isBack ? null : found;
  // Choosing a technique accepts it, like adding one.
  if (!isBack && after.review_status === "suggested") after.review_status = "accepted";
}

async function requireFree(deps: ReviewDeps, sessionId: string, attackId: string): Promise<void> {
  if ((await deps.sessionTechniques.find(sessionId, attackId)) === null) return;
  throw new AppError(
    "conflict",
    `The session has ${attackId} already; reject one of the two, or change that one.`,
  );
}

function editOf(
  deps: ReviewDeps,
  actor: string,
  row: TechniqueRow,
  after: TechniqueState,
  fields: readonly TechniqueField[],
): Edit {
  const [first] = fields;
  const isReview = fields.length === 1 && first === "review_status";
  const { session_id: sessionId, attack_id: attackId } = row;
  const { entry, stored } = changeOf(row, after, fields);
  return {
    action: isReview ? "session.review" : "session.technique_update",
    details: {
      attack_id: attackId,
      ...(isReview && { review_status: after.review_status }),
      ...describeChanges(stateOf(row), partOf(after, fields), ["note", "evidence", "passages"]),
      ...(fields.includes("attack_id") && { to: after.attack_id }),
    },
    changes: [entry],
    parts: [deps.sessionTechniques.change(sessionId, [attackId], stored, actor)],
  };
}

/** Returns the history entry for a change of a technique, and the changed columns. */
export function changeOf(
  row: TechniqueRow,
  after: TechniqueState,
  fields: readonly TechniqueField[],
): { entry: EditedChange; stored: Partial<TechniqueRow> } {
  const isMove = fields.includes("attack_id");
  const changed = partOf(after, fields);
  const decided = [...new Set([...row.decided, ...fields])];
  // With another id, earlier decisions were about another technique.
  const ofChange = (list: readonly TechniqueField[]) =>
    list.filter((field) => isMove || fields.includes(field));
  const entry: EditedChange = {
    action: "changed",
    attack_id: after.attack_id,
    subjects: isMove ? [row.attack_id, after.attack_id] : [row.attack_id],
    fields: [...fields],
    before: { ...partOf(stateOf(row), fields), decided: ofChange(row.decided) },
    after: { ...changed, decided: ofChange(decided) },
  };
  return { entry, stored: { ...changed, decided } };
}
