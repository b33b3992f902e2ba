import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { versionsQuery } from "../../../api/attack.ts";
import { reanalyseSession, type StoredAnalysis } from "../../../api/session.ts";
import { sendOn } from "../../../parts/conflict/send-on.ts";
import { followSession } from "../../../parts/follow-session.ts";
import controls from "../../../parts/controls.module.css";
import { describeFailure } from "../../../api/problem.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import styles from "./session-head.module.css";

/** Reads the report again by a newer release, where there is one; what people decided is kept. */
export function Reanalyse({ analysis }: { analysis: StoredAnalysis }) {
  const { session_id: id, domain, version, etag } = analysis;
  const queries = useQueryClient();
  const mayChange = useMayChange();
  const releases = useQuery(versionsQuery).data ?? [];
  const current = releases.find((one) => one.domain === domain && one.is_current)?.version;
  const again = useMutation({
    // The new analysis retains all decisions, also those that others made meanwhile.
    mutationFn: () =>
      sendOn(
        etag,
        (at) => reanalyseSession(id, at),
        () => true,
      ),
    onSuccess: ({ answer, from }) => followSession(queries, id, from, answer.etag),
    onSettled: () => queries.invalidateQueries({ queryKey: ["session", id] }),
  });
  if (!mayChange || current === undefined || current === version) return null;
  return (
    <>
      <button
        type="button"
        className={controls.button}
        disabled={again.isPending}
        onClick={() => again.mutate()}
      >
        {again.isPending ? "The report is being read again" : `Read again by ${current}`}
      </button>
      {again.isError ? (
        <span role="alert" className={styles.warning}>
          {describeFailure(again.error)}
        </span>
      ) : null}
    </>
  );
}
