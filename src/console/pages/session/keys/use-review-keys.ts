import { useKeyHelp } from "../../../parts/key-help/key-help.ts";
import { useKeys } from "../../../parts/use-keys.ts";
import { TEXT_ID } from "../report-text/select-by-key.ts";
import { selectedSpan } from "../report-text/selected-span.ts";
import type { Editor, Reviewing } from "../use-reviewing.ts";
import { rowId, SEARCH_ID } from "../techniques/ids.ts";
import { focusSoon } from "../../../parts/focus-soon.ts";
import { READING_HELP, REVIEWING_HELP } from "./keys.ts";

/** Handles the shortcut keys of the page. Those that change something require permission. */
export function useReviewKeys(options: Reviewing): void {
  const { choice, mayEdit } = options;
  const { step, stepMarking } = useSteps(options);
  useKeyHelp(mayEdit ? REVIEWING_HELP : READING_HELP);
  useKeys({
    j: step(1),
    k: step(-1),
    "[": () => choice.step(-1),
    "]": () => choice.step(1),
    "/": () => {
      choice.setTab("techniques");
      focusSoon(SEARCH_ID);
    },
    ...(mayEdit ? reviewKeys(options, stepMarking) : {}),
  });
}

function reviewKeys(options: Reviewing, stepMarking: (by: 1 | -1) => () => void) {
  const { choice, verdicts, marks, selecting, editor, onEdit } = options;
  const { id } = choice;
  const edit = (next: Editor) => () => {
    if (next.kind !== "add" && choice.technique === undefined) return;
    choice.setTab("techniques");
    onEdit(next);
  };
  const undo = () => void verdicts.undo();
  const mark = (isRange: boolean) => () => {
    if (id !== null) marks.choose(id, isRange || !marks.has(id), isRange);
  };
  return {
    a: () => verdicts.give("accepted"),
    r: () => verdicts.give("rejected"),
    e: () => verdicts.give("needs_evidence"),
    A: undo,
    R: undo,
    E: undo,
    u: undo,
    x: mark(false),
    X: mark(true),
    J: stepMarking(1),
    K: stepMarking(-1),
    "Shift+ArrowDown": stepMarking(1),
    "Shift+ArrowUp": stepMarking(-1),
    c: edit({ kind: "note" }),
    t: edit({ kind: "technique" }),
    n: () => edit({ kind: "add", span: selectedSpan() })(),
    s: () => focusSoon(TEXT_ID),
    v: selecting.use,
    b: selecting.add,
    Escape: () => {
      if (editor?.kind === "evidence") selecting.end();
      else marks.chooseAll(false);
    },
  };
}

/** Returns functions that move between rows, one of them selecting both. */
function useSteps({ choice, inOrder, marks }: Reviewing) {
  const step = (by: 1 | -1) => () => {
    const at = inOrder.findIndex(({ attack_id }) => attack_id === choice.id);
    const next = inOrder[at === -1 ? 0 : Math.min(Math.max(at + by, 0), inOrder.length - 1)];
    if (next === undefined) return null;
    choice.choose(next.attack_id);
    focusSoon(rowId(next.attack_id));
    return next.attack_id;
  };
  const stepMarking = (by: 1 | -1) => () => {
    const next = step(by)();
    marks.chooseMany([choice.id, next].filter((one) => one !== null));
  };
  return { step, stepMarking };
}
