import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { addReport, type IntakeDetail } from "../../../api/intake.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "./add-report.module.css";

interface Props {
  onAdded: (report: IntakeDetail) => void;
  onClose: () => void;
}

const EMPTY = { title: "", url: "", publisher: "", text: "" };

/** Adds a report manually, such as one that came by mail. */
export function AddReport({ onAdded, onClose }: Props) {
  const [given, setGiven] = useState(EMPTY);
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: async () => {
      const { title, url, publisher, text } = given;
      return await addReport({
        title: title.trim(),
        url: url.trim() === "" ? null : url.trim(),
        publisher: publisher.trim() === "" ? null : publisher.trim(),
        summary: "",
        text,
        published_at: null,
        technique_ids: [],
        group_ids: [],
      });
    },
    onSuccess: async (report) => {
      onAdded(report);
      await queryClient.invalidateQueries({ queryKey: ["intake"] });
    },
  });
  const set = (name: keyof typeof EMPTY) => (value: string) =>
    setGiven((known) => ({ ...known, [name]: value }));
  return (
    <form
      className={styles.form}
      aria-label="Add a report"
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        add.mutate();
      }}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <label>
        Title
        <input
          required
          maxLength={1000}
          value={given.title}
          autoFocus
          onChange={({ target }) => set("title")(target.value)}
        />
      </label>
      <label>
        URL
        <input
          type="url"
          maxLength={2048}
          placeholder="https://"
          value={given.url}
          onChange={({ target }) => set("url")(target.value)}
        />
      </label>
      <label>
        Publisher
        <input
          maxLength={255}
          value={given.publisher}
          onChange={({ target }) => set("publisher")(target.value)}
        />
      </label>
      <label className={styles.wide}>
        Text
        <textarea
          rows={4}
          maxLength={1_000_000}
          value={given.text}
          onChange={({ target }) => set("text")(target.value)}
        />
      </label>
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
