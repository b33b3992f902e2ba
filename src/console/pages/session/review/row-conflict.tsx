import type { StoredAnalysis } from "../../../api/session.ts";
import { useQueue } from "../../../parts/review-queue/queue-store.ts";
import { shownRow } from "./queue-notice.tsx";
import { Refused } from "./refused.tsx";

interface Props {
  stored: StoredAnalysis;
  attackId: string;
  /** All techniques with a row: a conflict about several is shown in the first one. */
  shown: ReadonlySet<string>;
}

/** Both verdicts on one technique, below its row, where two people decided at the same time. */
export function RowConflict({ stored, attackId, shown }: Props) {
  const { session_id: id } = stored;
  const met = useQueue().filter(
    (entry) => entry.sessionId === id && entry.met !== null && shownRow(entry, shown) === attackId,
  );
  return met.map((entry) => <Refused key={entry.id} entry={entry} stored={stored} />);
}
