import { useMemo, useState } from "react";
import type { Span, StoredAnalysis, Technique } from "../../api/session.ts";
import { type Chosen, useChosen } from "../../parts/use-chosen.ts";
import { type Evidence, useEvidence } from "./review/use-evidence.ts";
import { type Listed, useListed } from "./review/use-listed.ts";
import { type Selecting, useSelecting } from "./review/use-selecting.ts";
import { useVerdicts, type Verdicts } from "./review/use-verdicts.ts";
import { type Choice, useChoice } from "./use-choice.ts";
import { useMayChange } from "../../parts/use-may-change.ts";
import { type ReviewState, useReview } from "./use-review.ts";

/** The active editor: writing a note, picking a technique, or selecting a passage. */
export type Editor =
  | { kind: "note" }
  | { kind: "technique" }
  | { kind: "evidence" }
  | { kind: "add"; span: Span | null };

/** The review of a session: the current choice, and its actions. */
export interface Reviewing {
  review: ReviewState;
  mayEdit: boolean;
  choice: Choice;
  listed: Listed;
  inOrder: readonly Technique[];
  /** The selected techniques, to decide on together. */
  marks: Chosen;
  verdicts: Verdicts;
  evidence: Evidence;
  selecting: Selecting;
  editor: Editor | null;
  onEdit: (editor: Editor | null) => void;
}

/** Combines the parts of a review. */
export function useReviewing(stored: StoredAnalysis, text: string): Reviewing {
  const review = useReview(stored);
  const { analysis } = review;
  const mayEdit = useMayChange();
  const [editor, setEditor] = useState<Editor | null>(null);
  const choice = useChoice(analysis.techniques, () => setEditor(null));
  const listed = useListed(analysis, choice);
  const { inOrder } = listed;
  const ids = useMemo(() => inOrder.map(({ attack_id: id }) => id), [inOrder]);
  const marks = useChosen(ids);
  const evidence = useEvidence(text, review);
  const selecting = useSelecting({ choice, evidence, onEdit: setEditor });
  const onSelect = selecting.start;
  const verdicts = useVerdicts({ choice, review, inOrder, marks, onSelect });
  const onEdit = (next: Editor | null) =>
    next?.kind === "evidence" ? selecting.start() : setEditor(next);
  return {
    review,
    mayEdit,
    choice,
    listed,
    inOrder,
    marks,
    verdicts,
    evidence,
    selecting,
    editor,
    onEdit,
  };
}
