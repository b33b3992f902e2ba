import { useQueryClient } from "@tanstack/react-query";
import { describeFailure } from "../../api/problem.ts";
import bars from "../../parts/bars.module.css";
import controls from "../../parts/controls.module.css";
import { deleteLater, keepSession, usePendingDeletes } from "./pending-deletes.ts";

/** What is being deleted, as long as it can be taken back. */
export function DeleteBar() {
  const queries = useQueryClient();
  return (
    <div role="status" className={bars.bars}>
      {usePendingDeletes().map((one) => (
        <p key={one.id} className={bars.bar}>
          <span className={bars.grow}>
            {one.error === null
              ? `“${one.title}” is being deleted.`
              : `“${one.title}” was not deleted. ${describeFailure(one.error)}`}
          </span>
          <button type="button" className={controls.button} onClick={() => keepSession(one.id)}>
            {one.error === null ? "Undo" : "Keep it"}
          </button>
          {one.error === null ? null : (
            <button
              type="button"
              className={controls.button}
              onClick={() => deleteLater(queries, one)}
            >
              Delete again
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
