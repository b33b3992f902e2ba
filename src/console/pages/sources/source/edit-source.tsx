import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeSource, type Source, type SourceChange } from "../../../api/sources.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { type SourceDraft, SourceFields } from "../source-fields.tsx";
import styles from "../sources.module.css";
import { filtersOf, typedFilters } from "../kinds.ts";
import { wordsIn } from "../words.ts";

/** Changes the settings of a source. Sends only changed fields, so that colleagues' changes remain. */
export function EditSource({ source, onClose }: { source: Source; onClose: () => void }) {
  const queries = useQueryClient();
  const [before] = useState(() => draftOf(source));
  const [draft, setDraft] = useState(before);
  const save = useMutation({
    mutationFn: () => changeSource(source.id, changesOf(before, draft)),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ["sources"] });
      onClose();
    },
  });
  return (
    <form
      aria-label="Edit the source"
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.name.trim() !== "") save.mutate();
      }}
    >
      <SourceFields
        kind={source.kind}
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      {save.isError ? <ErrorPane error={save.error} /> : null}
      <span className={styles.line}>
        <button
          type="submit"
          className={controls.primary}
          disabled={save.isPending || draft.name.trim() === ""}
        >
          {save.isPending ? "Saving" : "Save"}
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          Cancel
        </button>
      </span>
    </form>
  );
}

function draftOf(source: Source): SourceDraft {
  const { name, interval_minutes: interval, include, exclude, filters } = source;
  const words = { include: include.join(", "), exclude: exclude.join(", ") };
  return { name, interval, ...words, filters: typedFilters(filters) };
}

function changesOf(before: SourceDraft, draft: SourceDraft): SourceChange {
  return {
    ...(draft.name !== before.name && { name: draft.name.trim() }),
    ...(draft.interval !== before.interval && { interval_minutes: draft.interval }),
    ...(draft.include !== before.include && { include: wordsIn(draft.include) }),
    ...(draft.exclude !== before.exclude && { exclude: wordsIn(draft.exclude) }),
    ...(draft.filters !== before.filters && { filters: filtersOf(draft.filters) }),
  };
}
