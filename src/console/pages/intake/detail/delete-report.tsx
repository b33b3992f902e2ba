import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteReport, type IntakeReport } from "../../../api/intake.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import styles from "./detail.module.css";

/** Deletes a report after confirmation. */
export function DeleteReport({ report, onGone }: { report: IntakeReport; onGone: () => void }) {
  const [isAsked, setIsAsked] = useState(false);
  const queryClient = useQueryClient();
  const remove = useMutation({
    mutationFn: async () => await deleteReport(report.id),
    onSuccess: async () => {
      onGone();
      await queryClient.invalidateQueries({ queryKey: ["intake"] });
    },
  });
  if (!isAsked) {
    return (
      <button type="button" className={controls.plain} onClick={() => setIsAsked(true)}>
        Delete report
      </button>
    );
  }
  return (
    <div className={styles.part}>
      <p>
        This deletes the report, its text, and observables that nothing else mentions. A source that
        still lists it brings it in again. Reject it to keep it out.
      </p>
      <p className={styles.actions}>
        <button
          type="button"
          className={controls.button}
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          Delete this report
        </button>
        {/* The focus scrolls the question into view, which opens below the fold. */}
        <button
          type="button"
          autoFocus
          className={controls.plain}
          onClick={() => setIsAsked(false)}
        >
          Cancel
        </button>
      </p>
      {remove.isError ? <ErrorPane error={remove.error} /> : null}
    </div>
  );
}
