import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { deleteSource, type Source } from "../../../api/sources.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "../sources.module.css";

/** Asks for confirmation before deleting a source, and says what remains. */
export function DeleteSource({ source, onClose }: { source: Source; onClose: () => void }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => deleteSource(source.id),
    onSuccess: async () => {
      await navigate({ to: "/intake/sources" });
      queries.removeQueries({ queryKey: ["sources", source.id] });
      await queries.invalidateQueries({ queryKey: ["sources"] });
    },
  });
  const { reports } = source;
  return (
    <section
      aria-label="Delete the source"
      className={styles.panel}
      onKeyDown={(event) => {
        if (event.key === "Escape") onClose();
      }}
    >
      <p>
        The feed is no longer read.{" "}
        {reports === 0
          ? "It has no reports in the intake."
          : `Its ${reports.toLocaleString("en")} reports stay in the intake.`}
      </p>
      {remove.isError ? <ErrorPane error={remove.error} /> : null}
      <span className={styles.line}>
        <button
          autoFocus
          type="button"
          className={controls.button}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Delete this source
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          Cancel
        </button>
      </span>
    </section>
  );
}
