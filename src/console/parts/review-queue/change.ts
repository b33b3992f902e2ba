import type { Schema } from "../../api/client.ts";
import type { StoredAnalysis, Technique } from "../../api/session.ts";

export type Review = Technique["review_status"];

/** What a person does to a technique of a session. */
export type Change =
  | {
      kind: "change";
      attackId: string;
      body: Schema<"TechniqueChange">;
      name?: string;
      tactic?: string;
    }
  | { kind: "add"; body: Schema<"NewTechnique">; name: string; tactic: string }
  | { kind: "remove"; attackId: string };

export const REVIEWS: Record<Review, string> = {
  suggested: "Not reviewed",
  accepted: "Accepted",
  rejected: "Rejected",
  needs_evidence: "Needs evidence",
};

/** The technique that a change is about. */
export function subjectOf(change: Change): string {
  return change.kind === "add" ? change.body.attack_id : change.attackId;
}

/** What a change does, in words. */
export function describeChange(change: Change): string {
  if (change.kind === "add") return "added";
  if (change.kind === "remove") return "removed";
  const { review_status: review, attack_id: other, note, evidence } = change.body;
  const said = [
    ...(review === undefined ? [] : [REVIEWS[review].toLowerCase()]),
    ...(other === undefined ? [] : [`changed to ${other}`]),
    ...(note === undefined ? [] : [note === "" ? "note removed" : "note written"]),
    ...(evidence === undefined ? [] : ["evidence changed"]),
  ];
  return said.join(", ") || "changed";
}

/** The session as it is once a change is taken. */
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
  const isThere = techniques.some(({ attack_id: id }) => id === change.body.attack_id);
  return isThere ? techniques : [...techniques, added(change)];
}

function changed(known: Technique, change: Extract<Change, { kind: "change" }>): Technique {
  const { name = known.name, tactic = known.tactic, body } = change;
  const { note = known.note, confidence = known.confidence } = body;
  return { ...known, name, tactic, note, confidence, ...named(known, body) };
}

/** Who gives another id stands by it, as the service has it. */
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
