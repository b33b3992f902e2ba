import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addReport, type IntakeDetail } from "../../../api/intake.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "./add-report.module.css";

interface Props {
  onAdded: (report: IntakeDetail) => void;
  onClose: () => void;
}

const EMPTY = { title: "", url: "", publisher: "", text: "" };
type Given = typeof EMPTY;

/** Adds a report manually, such as one that came by email. */
export function AddReport({ onAdded, onClose }: Props) {
  const [given, setGiven] = useState(EMPTY);
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: async () => await addReport(requestOf(given)),
    onSuccess: async (report) => {
      onAdded(report);
      await queryClient.invalidateQueries({ queryKey: ["intake"] });
    },
  });
  const set = (part: Partial<Given>) => setGiven((known) => ({ ...known, ...part }));
  return (
    <form
      className={styles.form}
      aria-label="Add a report"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <Fields given={given} onChange={set} />
      <p className={styles.actions}>
        <button type="submit" className={controls.primary} disabled={add.isPending}>
          Add to the queue
        </button>
        <button type="button" className={controls.plain} onClick={onClose}>
          Cancel
        </button>
      </p>
      {add.isError ? (
        <div className={styles.wide}>
          <ErrorPane error={add.error} />
        </div>
      ) : null}
    </form>
  );
}

function Fields({ given, onChange }: { given: Given; onChange: (part: Partial<Given>) => void }) {
  return (
    <>
      <label>
        Title
        <input
          required
          maxLength={1000}
          value={given.title}
          autoFocus
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </label>
      <label>
        URL (optional)
        <input
          type="url"
          maxLength={2048}
          placeholder="https://"
          value={given.url}
          onChange={({ target }) => onChange({ url: target.value })}
        />
      </label>
      <label>
        Publisher (optional)
        <input
          maxLength={255}
          value={given.publisher}
          onChange={({ target }) => onChange({ publisher: target.value })}
        />
      </label>
      <label className={styles.wide}>
        Text (optional)
        <textarea
          rows={4}
          maxLength={1_000_000}
          value={given.text}
          onChange={({ target }) => onChange({ text: target.value })}
        />
      </label>
    </>
  );
}

function requestOf({ title, url, publisher, text }: Given) {
  const orNull = (value: string) => (value.trim() === "" ? null : value.trim());
  return {
    title: title.trim(),
    url: orNull(url),
    publisher: orNull(publisher),
    summary: "",
    text,
    published_at: null,
    technique_ids: [],
    group_ids: [],
  };
}
