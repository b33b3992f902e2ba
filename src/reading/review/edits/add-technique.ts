import { resolveIndex } from "../../../knowledge/attack/resolve-release.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import { readSessionText } from "../../sessions/text/read-session-text.ts";
import { requireCompleted } from "../../sessions/require-completed.ts";
import type { TechniqueResult } from "../../sessions/schema.ts";
import { toTechniqueResult } from "../../sessions/session-views.ts";
import type { Session } from "../../sessions/store.ts";
import type { TechniqueRow } from "../../sessions/technique-store.ts";
import { TECHNIQUE_FIELDS } from "../../sessions/vocabulary.ts";
import { carryTechnique, chooseTactic } from "../choose-technique.ts";
import type { ReviewDeps } from "../deps.ts";
import { type Edit, type EditedChange, editSession } from "../edit-session.ts";
import { locateEvidence } from "../locate-evidence.ts";
import {
  changedFields,
  isAdded,
  nextPosition,
  NOT_ANALYSED,
  stateOf,
  wholeStateOf,
} from "../technique-state.ts";
import { requireTechnique } from "./require-technique.ts";
import type { NewTechnique } from "./schema.ts";

/**
 * Adds a technique to a completed session. Adding an identical one again changes nothing.
 * @returns the technique, whether it is new, and the state of the session
 * @throws AppError `validation_error` for an unknown id or evidence; `conflict` if the session has the technique;
 * `not_found`, `analysis_failed`, `version_not_found`
 */
export async function addTechnique(
  deps: ReviewDeps,
  actor: string,
  sessionId: string,
  given: NewTechnique & { version?: string | undefined },
  ifMatch?: string,
): Promise<{ technique: TechniqueResult; isNew: boolean; etag: string }> {
  let attackId = given.attack_id;
  const { changeId, etag } = await editSession(deps, actor, sessionId, ifMatch, async () => {
    const session = await requireCompleted(deps, sessionId);
    const wanted = await describe(deps, session, given);
    attackId = wanted.attack_id;
    const all = await deps.sessionTechniques.list(sessionId);
    const known = all.find((row) => row.attack_id === attackId);
    const current = null;
    if (known === undefined) return { session, edit: editOf(deps, actor, wanted, all), current };
    if (isTheSame(known, wanted)) return { session, edit: null, current };
    throw alreadyThere(known);
  });
  const row = await requireTechnique(deps, sessionId, attackId);
  return { technique: toTechniqueResult(row, null), isNew: changeId !== null, etag };
}

/** Returns the requested row without its position. */
async function describe(
  deps: ReviewDeps,
  { id, domain, version }: Session,
  given: NewTechnique & { version?: string | undefined },
): Promise<TechniqueRow> {
  const release = await resolveIndex(deps, { domain, version });
  const named = given.version ?? version;
  const source = named === version ? release : await resolveIndex(deps, { domain, version: named });
  const known = await deps.knownIds.open();
  const { technique, replaced_from } = carryTechnique(source, release, given.attack_id, known);
  const text = await readSessionText(deps, id);
  return {
    session_id: id,
    attack_id: technique.attack_id,
    position: 0,
    name: technique.name,
    tactic: chooseTactic(technique, given.tactic),
    confidence: given.confidence ?? 1,
    ...locateEvidence(text, given),
    replaced_from,
    // Adding a technique also accepts it.
    review_status: given.review_status ?? "accepted",
    origin: "analyst",
    found_as: null,
    note: given.note ?? "",
    changed_by: null,
    changed_at: null,
    decided: [...TECHNIQUE_FIELDS],
    passages: [],
    ...NOT_ANALYSED,
  };
}

function editOf(
  deps: ReviewDeps,
  actor: string,
  wanted: TechniqueRow,
  all: readonly TechniqueRow[],
): Edit {
  const position = nextPosition(all);
  return {
    action: "session.technique_add",
    details: { attack_id: wanted.attack_id },
    changes: [additionOf(wanted)],
    parts: [deps.sessionTechniques.add([{ ...wanted, position }], actor)],
    added: 1,
  };
}

/** Returns the history entry for an added technique. */
export function additionOf(row: TechniqueRow): EditedChange {
  return {
    action: "added",
    attack_id: row.attack_id,
    subjects: [row.attack_id],
    fields: [...TECHNIQUE_FIELDS],
    before: null,
    after: { ...wholeStateOf(row) },
  };
}

function isTheSame(known: TechniqueRow, wanted: TechniqueRow): boolean {
  return isAdded(known) && changedFields(stateOf(known), stateOf(wanted)).length === 0;
}

function alreadyThere({ session_id: id, attack_id: attackId }: TechniqueRow): AppError {
  return new AppError(
    "conflict",
    `The session has ${attackId} already; change it with PATCH /api/analyze/sessions/${id}/techniques/${attackId}.`,
  );
}
