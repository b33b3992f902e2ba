import { useMutation, useQueryClient } from "@tanstack/react-query";
import { inventoryQuery, type LogInventory, replaceInventory } from "../../../api/coverage.ts";
import { metStateOf } from "../../../api/problem.ts";
import { ConflictNotice } from "../../../parts/conflict/conflict-notice.tsx";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "../coverage-page.module.css";
import { describeDifference, type useDraft } from "./draft.ts";

interface Props {
  stored: LogInventory;
  draft: ReturnType<typeof useDraft>;
}

/** The unsaved changes, and the options if someone else saved first. */
export function SaveBar({ stored, draft }: Props) {
  const queries = useQueryClient();
  const changed = draft.draft;
  const save = useMutation({
    mutationFn: (mine: NonNullable<typeof changed>) => replaceInventory(mine.entries, mine.etag),
    onSuccess: async (inventory) => {
      draft.discard();
      queries.setQueryData(inventoryQuery.queryKey, inventory);
      await queries.invalidateQueries({ queryKey: ["coverage"] });
    },
    onError: (error) => {
      if (metStateOf(error) !== null) void queries.invalidateQueries(inventoryQuery);
    },
  });
  const isBehind = changed !== null && changed.etag !== stored.etag;
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
        {isBehind ? null : (
          <button
            type="button"
            className={controls.button}
            disabled={save.isPending}
            onClick={draft.discard}
          >
            Discard my changes
          </button>
        )}
      </div>
      {isBehind ? (
        <ConflictNotice
          what="the list"
          changedBy={stored.updated_by}
          changedAt={stored.updated_at}
          theirs={describeDifference(changed.base, stored.entries)}
          mine={describeDifference(changed.base, changed.entries)}
          onKeep={draft.discard}
          onApply={() => draft.rebase(stored)}
        />
      ) : null}
      {save.isError && metStateOf(save.error) === null ? <ErrorPane error={save.error} /> : null}
    </div>
  );
}
