import type { Analysis, Span } from "../../../api/session.ts";
import type { Change } from "../../../parts/review-queue/change.ts";
import styles from "./technique-list.module.css";
import { TechniquePicker } from "./technique-picker.tsx";
import { useQueryClient } from "@tanstack/react-query";
import { sessionTextQuery } from "../../../api/queries.ts";

interface Props {
  analysis: Analysis;
  /** The passage that shows the technique. */
  span: Span;
  onAdd: (change: Extract<Change, { kind: "add" }>) => void;
  onClose: () => void;
}

/** Names a technique that the analysis did not, by the passage that was selected. */
export function AddTechnique({ analysis, span, onAdd, onClose }: Props) {
  const queries = useQueryClient();
  const text = queries.getQueryData(sessionTextQuery(analysis.session_id).queryKey) ?? "";
  const { start, end } = trimmed(text, span);
  const evidence = text.slice(start, end);
  return (
    <section className={styles.adding} aria-label="New technique">
      <p className={styles.passage}>{evidence}</p>
      <TechniquePicker
        analysis={analysis}
        label="New technique"
        onPick={({ attack_id, name, tactics }) => {
          const body = { attack_id, evidence, evidence_start: start, evidence_end: end };
          onAdd({ kind: "add", body, name, tactic: tactics[0] ?? "" });
        }}
        onClose={onClose}
      />
    </section>
  );
}

/** A selection takes white space along, which shows nothing. */
function trimmed(text: string, { start, end }: Span): Span {
  const passage = text.slice(start, end);
  const from = start + (passage.length - passage.trimStart().length);
  return { start: from, end: from + passage.trim().length };
}
