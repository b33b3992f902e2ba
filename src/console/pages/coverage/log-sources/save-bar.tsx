import { useMutation, useQueryClient } from "@tanstack/react-query";
import { inventoryQuery, type LogInventory, replaceInventory } from "../../../api/coverage.ts";
import { Problem } from "../../../api/problem.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { when } from "../../../parts/when.ts";
import styles from "../coverage-page.module.css";
import type { useDraft } from "./draft.ts";

interface Props {
  stored: LogInventory;
  draft: ReturnType<typeof useDraft>;
}

/** What is changed and not saved, and what to do when somebody else was faster. */
export function SaveBar({ stored, draft }: Props) {
  const queries = useQueryClient();
  const changed = draft.draft;
  const save = useMutation({
    mutationFn: (mine: NonNullable<typeof changed>) =>
      replaceInventory(mine.entries, mine.revision),
    onSuccess: async (inventory) => {
      draft.discard();
      queries.setQueryData(inventoryQuery.queryKey, inventory);
      await queries.invalidateQueries({ queryKey: ["coverage"] });
    },
    onError: (error) => {
      if (isConflict(error)) void queries.invalidateQueries(inventoryQuery);
    },
  });
  const isBehind = changed !== null && changed.revision !== stored.revision;
  if (changed === null) {
    return <p role="status">{save.isSuccess ? "Saved." : ""}</p>;
  }
  return (
    <div className={styles.notice}>
      <div className={styles.line}>
        <strong role="status">Changed here and not saved</strong>
        {isBehind ? null : (
          <button
            type="button"
            className={controls.primary}
            disabled={save.isPending}
            onClick={() => save.mutate(changed)}
          >
            {save.isPending ? "Being saved" : "Save"}
          </button>
        )}
        <button
          type="button"
          className={controls.button}
          disabled={save.isPending}
          onClick={draft.discard}
        >
          Discard my changes
        </button>
      </div>
      {isBehind ? (
        <div role="alert" className={styles.line}>
          <span>
            {stored.updated_by} has changed the list meanwhile ({when(stored.updated_at)}).
          </span>
          <button type="button" className={controls.primary} onClick={() => draft.rebase(stored)}>
            Put my changes on top of theirs
          </button>
        </div>
      ) : null}
      {save.isError && !isConflict(save.error) ? <ErrorPane error={save.error} /> : null}
    </div>
  );
}

function isConflict(error: unknown): boolean {
  return error instanceof Problem && error.status === 409;
}
