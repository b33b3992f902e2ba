import type { Technique } from "../../../api/session.ts";
import type { Review } from "../../../parts/review-queue/change.ts";
import { useKeys } from "../../../parts/use-keys.ts";
import { TEXT_ID } from "../report-text/select-by-key.ts";
import { selectedSpan } from "../report-text/selected-span.ts";
import type { Editor } from "../session.tsx";
import { FILTER_ID, rowId } from "../techniques/ids.ts";
import type { Choice } from "../use-choice.ts";
import type { ReviewState } from "../use-review.ts";

interface Options {
  choice: Choice;
  review: ReviewState;
  inOrder: readonly Technique[];
  mayChange: boolean;
  onEdit: (editor: Editor | null) => void;
}

/** The keys of the page; those that change something are there for who may. */
export function useReviewKeys({ choice, review, inOrder, mayChange, onEdit }: Options): void {
  const step = (by: number) => () => {
    const at = inOrder.findIndex(({ attack_id }) => attack_id === choice.id);
    const next = inOrder[at === -1 ? 0 : Math.min(Math.max(at + by, 0), inOrder.length - 1)];
    if (next === undefined) return;
    choice.choose(next.attack_id);
    focusSoon(rowId(next.attack_id));
  };
  const say = (status: Review) => () => {
    if (choice.technique === undefined) return;
    const attackId = choice.technique.attack_id;
    review.submit({ kind: "change", attackId, body: { review_status: status } });
  };
  const edit = (kind: "note" | "technique") => () => {
    if (choice.technique === undefined) return;
    choice.setTab("techniques");
    onEdit({ kind });
  };
  const add = () => {
    choice.setTab("techniques");
    onEdit({ kind: "add", span: selectedSpan() });
  };
  useKeys({
    j: step(1),
    k: step(-1),
    "[": () => choice.step(-1),
    "]": () => choice.step(1),
    "/": () => {
      choice.setTab("techniques");
      focusSoon(FILTER_ID);
    },
    ...(mayChange
      ? {
          a: say("accepted"),
          r: say("rejected"),
          e: say("needs_evidence"),
          u: () => void review.undo(),
          c: edit("note"),
          t: edit("technique"),
          n: add,
          s: () => focusSoon(TEXT_ID),
        }
      : {}),
  });
}

/** A page that is slow to show it is given up on. */
const MAX_FRAMES = 30;

/** Once what is to have the focus is shown. */
function focusSoon(id: string): void {
  const focus = (left: number) =>
    requestAnimationFrame(() => {
      const element = document.getElementById(id);
      if (element !== null) element.focus({ preventScroll: true });
      else if (left > 0) focus(left - 1);
    });
  focus(MAX_FRAMES);
}
