import type { Schema } from "../../api/client.ts";
import type { StoredAnalysis, Technique } from "../../api/session.ts";

export type Review = Technique["review_status"];

/** A person's change to one or more techniques of a session. */
export type Change =
  | {
      kind: "change";
      attackId: string;
      body: Schema<"TechniqueChange">;
      name?: string;
      tactic?: string;
      passages?: Technique["passages"];
    }
  | { kind: "add"; body: Schema<"NewTechnique">; name: string; tactic: string }
  | { kind: "remove"; attackId: string }
  | { kind: "review"; status: Review; rows: readonly ReviewedRow[] };

/** A technique reviewed with others, and the status that the person saw. */
export interface ReviewedRow {
  attackId: string;
  from: Review;
}

export const REVIEWS: Record<Review, string> = {
  suggested: "Not reviewed",
  accepted: "Accepted",
  rejected: "Rejected",
  needs_evidence: "Needs evidence",
};

/** Returns the techniques of a change. */
export function subjectsOf(change: Change): string[] {
  if (change.kind === "review") return change.rows.map(({ attackId }) => attackId);
  return [change.kind === "add" ? change.body.attack_id : change.attackId];
}

/** Describes the subjects of a change. */
export function nameSubjects(change: Change): string {
  const subjects = subjectsOf(change);
  return subjects.length === 1 ? (subjects[0] ?? "") : `${subjects.length} techniques`;
}

/** Describes a change. */
export function describeChange(change: Change): string {
  if (change.kind === "add") return "added";
  if (change.kind === "remove") return "removed";
  if (change.kind === "review") return REVIEWS[change.status].toLowerCase();
  const { review_status: review, attack_id: other, note, tactic, confidence } = change.body;
  const { evidence, evidence_start: start, passages } = change.body;
  const isEvidence = [evidence, start, passages].some((value) => value !== undefined);
  const said = [
    ...(review === undefined ? [] : [REVIEWS[review].toLowerCase()]),
    ...(other === undefined ? [] : [`changed to ${other}`]),
    ...(tactic === undefined ? [] : ["tactic changed"]),
    ...(confidence === undefined ? [] : [`confidence ${Math.round(confidence * 100)} %`]),
    ...(note === undefined ? [] : [note === "" ? "note removed" : "note written"]),
    ...(isEvidence ? ["evidence changed"] : []),
  ];
  return said.join(", ") || "changed";
}

/** Returns the session after a change is applied. */
export function afterChange(analysis: StoredAnalysis, change: Change): StoredAnalysis {
  return { ...analysis, techniques: techniquesAfter(analysis.techniques, change) };
}

function techniquesAfter(techniques: Technique[], change: Change): Technique[] {
  if (change.kind === "remove") {
    return techniques.filter(({ attack_id: id }) => id !== change.attackId);
  }
  if (change.kind === "change") {
    return techniques.map((known) =>
      known.attack_id === change.attackId ? changed(known, change) : known,
    );
  }
  if (change.kind === "review") {
    const subjects = new Set(subjectsOf(change));
    return techniques.map((known) =>
      subjects.has(known.attack_id) ? { ...known, review_status: change.status } : known,
    );
  }
  const isThere = techniques.some(({ attack_id: id }) => id === change.body.attack_id);
  return isThere ? techniques : [...techniques, added(change)];
}

function changed(known: Technique, change: Extract<Change, { kind: "change" }>): Technique {
  const { body } = change;
  const { name = known.name, tactic = body.tactic ?? known.tactic, passages } = change;
  const { note = known.note, confidence = known.confidence } = body;
  const shown = { ...known, name, tactic, note, confidence, ...named(known, body) };
  return passages === undefined ? shown : { ...shown, ...shownBy(passages) };
}

/** Returns the fields derived from passages. The first passage is the evidence. */
function shownBy(passages: Technique["passages"]): Partial<Technique> {
  const [first] = passages;
  if (first === undefined) return {};
  const { text: evidence, start, end } = first;
  return { passages, evidence, evidence_start: start, evidence_end: end, verified: true };
}

/** Returns the id and review fields of a change. Replacing an id also accepts the technique, as in the service. */
function named(known: Technique, body: Schema<"TechniqueChange">): Partial<Technique> {
  const { attack_id, review_status = known.review_status } = body;
  if (attack_id === undefined || attack_id === known.attack_id) return { review_status };
  const found = known.origin === "analysis" ? known.attack_id : known.found_as;
  if (found === attack_id) {
    return { attack_id, review_status, origin: "analysis", found_as: null };
  }
  const isReviewed = body.review_status !== undefined || review_status !== "suggested";
  return {
    attack_id,
    review_status: isReviewed ? review_status : "accepted",
    origin: "analyst",
    found_as: found,
  };
}

function added({ body, name, tactic }: Extract<Change, { kind: "add" }>): Technique {
  const { evidence = "", evidence_start: start, evidence_end: end } = body;
  return {
    attack_id: body.attack_id,
    name,
    tactic,
    confidence: body.confidence ?? 1,
    evidence,
    evidence_start: start ?? null,
    evidence_end: end ?? null,
    verified: true,
    replaced_from: null,
    review_status: body.review_status ?? "accepted",
    origin: "analyst",
    found_as: null,
    note: body.note ?? "",
    changed_by: null,
    changed_at: null,
    passages: [],
    warnings: [],
    judgement: null,
  };
}
