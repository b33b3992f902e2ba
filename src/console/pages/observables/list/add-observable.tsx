import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { addObservable, type Observable } from "../../../api/observables.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { useDraftText } from "../../../parts/use-draft-text.ts";
import { ObservableValue } from "../shown/observable-value.tsx";
import { plainValue } from "../shown/plain-value.ts";
import { KIND_NAMES } from "../shown/words.ts";
import styles from "./observables-page.module.css";

const MAX_CHARS = 2048;

/** Adds an observable manually. The typed text is retained until it is added. */
export function AddObservable({ onClose }: { onClose: () => void }) {
  const queries = useQueryClient();
  const [value, setValue, clearValue] = useDraftText("new-observable", "");
  const [kind, setKind] = useState("domain");
  const [tags, setTags] = useState("");
  const add = useMutation({
    mutationFn: () => addObservable({ kind, value, tags: tagsIn(tags) }),
    onSuccess: async () => {
      setValue("");
      clearValue();
      await queries.invalidateQueries({ queryKey: ["observables"] });
    },
  });
  return (
    <section aria-label="New observable" className={`${styles.stack} ${styles.panel}`}>
      <form
        className={styles.bulk}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
        onSubmit={(event) => {
          event.preventDefault();
          if (value.trim() !== "") add.mutate();
        }}
      >
        <KindChoice kind={kind} onChange={setKind} />
        <input
          autoFocus
          className={`${controls.field} ${styles.grow}`}
          aria-label="Value, defanged or not"
          placeholder="Value, defanged or not"
          maxLength={MAX_CHARS}
          value={value}
          onChange={({ target }) => setValue(target.value)}
        />
        <input
          className={controls.field}
          aria-label="Tags with commas"
          placeholder="Tags with commas"
          size={16}
          value={tags}
          onChange={({ target }) => setTags(target.value)}
        />
        <button
          type="submit"
          className={controls.primary}
          disabled={add.isPending || value.trim() === ""}
        >
          {add.isPending ? "Adding" : "Add"}
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          Close
        </button>
      </form>
      {add.isError ? <ErrorPane error={add.error} /> : null}
      <p role="status">{add.data === undefined ? "" : <Added observable={add.data} />}</p>
    </section>
  );
}

function tagsIn(typed: string): string[] {
  const tags = typed.split(",").map((tag) => tag.trim());
  return tags.filter((tag) => tag !== "");
}

function KindChoice({ kind, onChange }: { kind: string; onChange: (kind: string) => void }) {
  return (
    <select
      className={controls.field}
      aria-label="Kind"
      value={kind}
      onChange={({ target }) => onChange(target.value)}
    >
      {Object.entries(KIND_NAMES).map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** The service responds in the same way for an existing one. */
function Added({ observable }: { observable: Observable }) {
  return (
    <>
      <Link to="/observables/$observableId" params={{ observableId: observable.id }}>
        <ObservableValue kind={observable.kind} value={plainValue(observable)} />
      </Link>{" "}
      was added.
    </>
  );
}
