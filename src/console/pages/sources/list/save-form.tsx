import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { addSource, runSource, type Source, type SourcePreview } from "../../../api/sources.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { type SourceDraft, SourceFields } from "../source-fields.tsx";
import styles from "../sources.module.css";
import { filtersOf, typedFilters } from "../kinds.ts";
import { wordsIn } from "../words.ts";

interface SaveProps {
  preview: SourcePreview;
  onAdded: (source: Source) => void;
}

/** Stores the previewed source, and runs it for the first time. */
export function SaveForm({ preview, onAdded }: SaveProps) {
  const queries = useQueryClient();
  const [draft, setDraft] = useState<SourceDraft>({
    name: preview.title ?? new URL(preview.url).hostname,
    interval: 60,
    include: "",
    exclude: "",
    filters: typedFilters({}),
  });
  const reread = () => queries.invalidateQueries({ queryKey: ["sources"] });
  const add = useMutation({
    mutationFn: () =>
      addSource({
        url: preview.url,
        kind: preview.kind,
        enabled: true,
        name: draft.name.trim(),
        interval_minutes: draft.interval,
        include: wordsIn(draft.include),
        exclude: wordsIn(draft.exclude),
        filters: filtersOf(draft.filters),
      }),
    onSuccess: (source) => {
      onAdded(source);
      // Its first items are the reason for adding it. A failure appears on its row.
      void runSource(source.id)
        .catch(() => undefined)
        .finally(() => void reread());
      return reread();
    },
  });
  return (
    <form
      className={styles.part}
      onSubmit={(event) => {
        event.preventDefault();
        if (draft.name.trim() !== "") add.mutate();
      }}
    >
      <SourceFields
        kind={preview.kind}
        draft={draft}
        onChange={(part) => setDraft({ ...draft, ...part })}
      />
      {add.isError ? <ErrorPane error={add.error} /> : null}
      <span className={styles.line}>
        <button
          type="submit"
          className={controls.primary}
          disabled={add.isPending || draft.name.trim() === ""}
        >
          {add.isPending ? "Adding" : "Add this source"}
        </button>
      </span>
    </form>
  );
}
