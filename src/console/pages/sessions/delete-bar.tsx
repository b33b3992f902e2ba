import { useQuery, useQueryClient } from "@tanstack/react-query";
import { describeFailure, metStateOf } from "../../api/problem.ts";
import { meQuery } from "../../api/service.ts";
import bars from "../../parts/bars.module.css";
import { describeOther, type Me } from "../../parts/conflict/describe-other.ts";
import controls from "../../parts/controls.module.css";
import { deleteLater, keepSession, usePendingDeletes } from "./pending-deletes.ts";

/** The pending deletions, while they can be undone. */
export function DeleteBar() {
  const queries = useQueryClient();
  const me = useQuery(meQuery).data;
  return (
    <div role="status" className={bars.bars}>
      {usePendingDeletes().map((one) => (
        <p key={one.id} className={bars.bar}>
          <span className={bars.grow}>
            {one.error === null
              ? `“${one.title}” is being deleted.`
              : `“${one.title}” was not deleted. ${reasonOf(one.error, me)}`}
          </span>
          <button type="button" className={controls.button} onClick={() => keepSession(one.id)}>
            {one.error === null ? "Undo" : "Keep it"}
          </button>
          {one.error === null ? null : (
            <button
              type="button"
              className={controls.button}
              onClick={() =>
                deleteLater(queries, { ...one, etag: metStateOf(one.error)?.etag ?? one.etag })
              }
            >
              Delete again
            </button>
          )}
        </p>
      ))}
    </div>
  );
}

function reasonOf(error: unknown, me: Me | undefined): string {
  const met = metStateOf(error);
  if (met === null) return describeFailure(error);
  return `${describeOther(met.changedBy, me)} changed it after you opened the list.`;
}
