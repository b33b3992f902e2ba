import type { StoredAnalysis } from "../../../api/session.ts";
import { subjectOf } from "../../../parts/review-queue/change.ts";
import { useQueue } from "../../../parts/review-queue/queue-store.ts";
import { Refused } from "./refused.tsx";

interface Props {
  stored: StoredAnalysis;
  attackId: string;
}

/** Both verdicts on one technique, below its row, where two people decided at the same time. */
export function RowConflict({ stored, attackId }: Props) {
  const { session_id: id } = stored;
  const met = useQueue().filter(
    (entry) => entry.sessionId === id && entry.met !== null && subjectOf(entry.change) === attackId,
  );
  return met.map((entry) => <Refused key={entry.id} entry={entry} stored={stored} />);
}
