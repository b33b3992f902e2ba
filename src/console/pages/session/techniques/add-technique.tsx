import { useQueryClient } from "@tanstack/react-query";
import { type Analysis, sessionTextQuery, type Span } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import type { Change } from "../../../parts/review-queue/change.ts";
import { useDraftText } from "../../../parts/use-draft-text.ts";
import { trimSpan } from "../review/trim-span.ts";
import styles from "./technique-list.module.css";
import { TechniquePicker } from "./technique-picker.tsx";

interface Props {
  analysis: Analysis;
  /** The passage that shows the technique; null if none was selected, so that it is typed. */
  span: Span | null;
  onAdd: (change: Extract<Change, { kind: "add" }>) => void;
  /** Shows a technique that the session already has. */
  onGoTo: (attackId: string) => void;
  onClose: () => void;
}

/** Adds a technique that the analysis did not find, with a passage of the text. */
export function AddTechnique({ analysis, span, onAdd, onGoTo, onClose }: Props) {
  const queries = useQueryClient();
  const text = queries.getQueryData(sessionTextQuery(analysis.session_id).queryKey) ?? "";
  const [typed, setTyped, clear] = useDraftText(`passage.${analysis.session_id}`, "");
  const place = span === null ? placeOf(text, typed) : trimSpan(text, span);
  const evidence = place === null ? typed.trim() : text.slice(place.start, place.end);
  return (
    <section className={styles.adding} aria-label="New technique">
      {span === null ? (
        <textarea
          autoFocus
          className={controls.field}
          aria-label="Passage of the report that shows it"
          placeholder="Passage of the report that shows it. You can also select it in the report first."
          rows={2}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === "Escape") onClose();
          }}
        />
      ) : (
        <p className={styles.passage}>{evidence}</p>
      )}
      <TechniquePicker
        analysis={analysis}
        span={place}
        label="New technique"
        isFirst={span !== null}
        onPick={({ attack_id, name, tactics }) => {
          if (evidence === "") return;
          const offsets =
            place === null ? {} : { evidence_start: place.start, evidence_end: place.end };
          clear();
          const body = { attack_id, evidence, ...offsets };
          onAdd({ kind: "add", body, name, tactic: tactics[0] ?? "" });
        }}
        onGoTo={onGoTo}
        onClose={onClose}
      />
    </section>
  );
}

/** Returns the exact position of a typed passage. The service also finds it with different white space. */
function placeOf(text: string, typed: string): Span | null {
  const passage = typed.trim();
  const start = passage === "" ? -1 : text.indexOf(passage);
  return start === -1 ? null : { start, end: start + passage.length };
}
