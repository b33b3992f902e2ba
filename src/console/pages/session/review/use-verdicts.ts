import type { Technique } from "../../../api/session.ts";
import type { Review } from "../../../parts/review-queue/change.ts";
import type { Chosen } from "../../../parts/use-chosen.ts";
import { focusSoon } from "../../../parts/focus-soon.ts";
import { LIST_ID, rowId } from "../techniques/ids.ts";
import type { Choice } from "../use-choice.ts";
import type { ReviewState } from "../use-review.ts";
import { findNextOpen } from "./next-open.ts";

/** Decisions on the chosen technique or on all selected ones. */
export interface Verdicts {
  /** Decides and goes to the next unreviewed technique. */
  give: (status: Review) => void;
  /** Decides on several techniques in one change. */
  giveTo: (techniques: readonly Technique[], status: Review) => void;
  undo: () => Promise<void>;
  /** Chooses a technique and moves the focus to its row. */
  goTo: (attackId: string) => void;
}

interface Options {
  choice: Choice;
  review: ReviewState;
  inOrder: readonly Technique[];
  marks: Chosen;
  /** Starts selecting evidence for the chosen technique. */
  onSelect: () => void;
}

/** Returns the actions that decide on techniques. The focus always stays on a row. */
export function useVerdicts({ choice, review, inOrder, marks, onSelect }: Options): Verdicts {
  const goTo = (attackId: string) => {
    const isListed = inOrder.some(({ attack_id: id }) => id === attackId);
    if (isListed) choice.choose(attackId);
    else choice.reveal(attackId);
    focusSoon(rowId(attackId));
  };
  const goOn = (after: readonly string[]) => {
    const next = findNextOpen(inOrder, new Set(after));
    if (next !== null) goTo(next);
    // A row may leave the list after its verdict.
    else focusSoon(rowId(after.at(-1) ?? ""), LIST_ID);
  };
  const giveTo = (techniques: readonly Technique[], status: Review) => {
    const rows = techniques
      .filter(({ review_status: now }) => now !== status)
      .map(({ attack_id: attackId, review_status: from }) => ({ attackId, from }));
    if (rows.length > 0) review.submit({ kind: "review", status, rows });
    marks.chooseAll(false);
    goOn(techniques.map(({ attack_id: id }) => id));
  };
  const give = (status: Review) => {
    if (marks.ids.length > 0) {
      const marked = new Set(marks.ids);
      giveTo(
        inOrder.filter(({ attack_id: id }) => marked.has(id)),
        status,
      );
      return;
    }
    const { technique } = choice;
    if (technique === undefined) return;
    const { attack_id: attackId, review_status: now } = technique;
    if (now !== status) {
      review.submit({ kind: "change", attackId, body: { review_status: status } });
    }
    // The user can select the needed evidence immediately, or move on without.
    if (status === "needs_evidence") onSelect();
    else if (status !== "suggested") goOn([attackId]);
  };
  const undo = async () => {
    const attackId = await review.undo();
    if (attackId !== null) goTo(attackId);
  };
  return { give, giveTo, undo, goTo };
}
