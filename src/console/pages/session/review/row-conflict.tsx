import type { StoredAnalysis } from "../../../api/session.ts";
import { useQueue } from "../../../parts/review-queue/queue-store.ts";
import { shownRow } from "./queue-notice.tsx";
import { Refused } from "./refused.tsx";

interface Props {
  stored: StoredAnalysis;
  attackId: string;
  /** All techniques with a row. A conflict about several is shown in the first one. */
  shown: ReadonlySet<string>;
}

/** Both verdicts on one technique, below its row, if two people decided simultaneously. */
export function RowConflict({ stored, attackId, shown }: Props) {
  const { session_id: id } = stored;
  const met = useQueue().filter(
    (entry) => entry.sessionId === id && entry.met !== null && shownRow(entry, shown) === attackId,
  );
  return met.map((entry) => <Refused key={entry.id} entry={entry} stored={stored} />);
}
