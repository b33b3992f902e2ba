import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useId } from "react";
import { changeReport, type IntakeReport } from "../../../api/intake.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useDraftText } from "../../../parts/use-draft-text.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "./detail.module.css";

const GRADES = [
  ["A", "A: completely reliable"],
  ["B", "B: usually reliable"],
  ["C", "C: fairly reliable"],
  ["D", "D: not usually reliable"],
  ["E", "E: unreliable"],
  ["F", "F: cannot be judged"],
] as const;

interface Props {
  report: IntakeReport;
  mayChange: boolean;
}

/** The analysts' note on a report, and their grade of its source. */
export function AnalystNote({ report, mayChange }: Props) {
  const noted = report.analyst_notes;
  if (!mayChange) {
    return noted === "" ? null : (
      <section aria-label="Analyst’s note" className={styles.part}>
        <h3>Note</h3>
        <p className={styles.lines}>
          <Multiline text={noted} />
        </p>
      </section>
    );
  }
  return (
    <section aria-label="Analyst’s note" className={styles.part}>
      <NoteForm key={`${report.id} ${noted}`} report={report} />
      <Grade report={report} />
    </section>
  );
}

function NoteForm({ report }: { report: IntakeReport }) {
  const { id, analyst_notes: noted } = report;
  const [text, setText, clear, begun] = useDraftText(`intake-note-${id}`, noted, noted);
  const save = useSave(id);
  const isChanged = text !== noted;
  const titleId = useId();
  return (
    <form
      className={styles.noteForm}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ analyst_notes: text }, { onSuccess: clear });
      }}
    >
      <label htmlFor={titleId}>Note</label>
      <textarea
        id={titleId}
        rows={2}
        maxLength={20_000}
        value={text}
        placeholder="What the next analyst should know"
        onChange={({ target }) => setText(target.value)}
      />
      {isChanged && begun !== noted ? (
        <p role="alert">
          The note was changed meanwhile to “<VisibleText text={noted.replace(/\s+/gu, " ")} />
          ”. Saving replaces it.
        </p>
      ) : null}
      {isChanged ? (
        <p className={styles.actions}>
          <button type="submit" className={controls.button} disabled={save.isPending}>
            Save note
          </button>
          <button type="button" className={controls.plain} onClick={() => setText(noted)}>
            Discard
          </button>
        </p>
      ) : null}
      {save.isError ? <ErrorPane error={save.error} /> : null}
    </form>
  );
}

function Grade({ report }: { report: IntakeReport }) {
  const { id, source_reliability: grade } = report;
  const save = useSave(id);
  const isOther = grade !== null && !GRADES.some(([one]) => one === grade);
  return (
    <label className={styles.grade}>
      Source reliability
      <select
        className={controls.field}
        value={grade ?? ""}
        disabled={save.isPending}
        onChange={({ target }) =>
          save.mutate({ source_reliability: target.value === "" ? null : target.value })
        }
      >
        <option value="">Not graded</option>
        {GRADES.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
        {isOther ? <option value={grade}>{grade}</option> : null}
      </select>
      {save.isError ? <ErrorPane error={save.error} /> : null}
    </label>
  );
}

function useSave(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (change: Parameters<typeof changeReport>[1]) => {
      await changeReport(id, change);
      await queryClient.invalidateQueries({ queryKey: ["intake"] });
    },
  });
}

function Multiline({ text }: { text: string }) {
  return text.split("\n").map((line, index) => (
    // A line has no identity but its position.
    <span key={index}>
      <VisibleText text={line} />
      <br />
    </span>
  ));
}
