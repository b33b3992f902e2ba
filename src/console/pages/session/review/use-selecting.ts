import type { Span, Technique } from "../../../api/session.ts";
import { focusSoon } from "../../../parts/focus-soon.ts";
import { TEXT_ID } from "../report-text/select-by-key.ts";
import { selectedSpan } from "../report-text/selected-span.ts";
import type { Editor } from "../use-reviewing.ts";
import { rowId } from "../techniques/ids.ts";
import type { Choice } from "../use-choice.ts";
import type { Evidence } from "./use-evidence.ts";

/** Selection of evidence for the chosen technique in the report. */
export interface Selecting {
  start: () => void;
  /** Makes the selected passage the evidence. */
  use: () => void;
  /** Adds the selected passage to the evidence. */
  add: () => void;
  end: () => void;
}

interface Options {
  choice: Choice;
  evidence: Evidence;
  onEdit: (editor: Editor | null) => void;
}

/** Returns the actions that select evidence. The focus moves to the report, and back to the row at the end. */
export function useSelecting({ choice, evidence, onEdit }: Options): Selecting {
  const { technique } = choice;
  const end = () => {
    onEdit(null);
    document.getSelection()?.removeAllRanges();
    if (technique !== undefined) focusSoon(rowId(technique.attack_id));
  };
  const withSelected = (work: (technique: Technique, span: Span) => void) => () => {
    const span = selectedSpan();
    if (span === null || technique === undefined) return;
    work(technique, span);
    choice.choose(technique.attack_id);
    end();
  };
  return {
    start: () => {
      choice.setTab("techniques");
      onEdit({ kind: "evidence" });
      focusSoon(TEXT_ID);
    },
    use: withSelected(evidence.use),
    add: withSelected((one, span) => {
      if (evidence.mayAdd(one)) evidence.add(one, span);
    }),
    end,
  };
}
