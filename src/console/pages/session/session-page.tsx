import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import type { Schema } from "../../api/client.ts";
import { isRunning, sessionQuery, sessionTextQuery, tacticsQuery } from "../../api/queries.ts";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { useKeys } from "../../parts/use-keys.ts";
import { ReportText } from "./report-text/report-text.tsx";
import styles from "./session-page.module.css";
import { SessionHead } from "./session-head.tsx";
import { groupByTactic, type Technique } from "./techniques/by-tactic.ts";
import { TechniqueList } from "./techniques/technique-list.tsx";
import { useReview } from "./use-review.ts";

const route = getRouteApi("/sessions/$sessionId");

/** A session: the report on the left, what was found in it on the right. */
export function SessionPage() {
  const { sessionId } = route.useParams();
  const session = useQuery(sessionQuery(sessionId));
  const text = useQuery(sessionTextQuery(sessionId));
  if (session.isError) {
    return <ErrorPane error={session.error} onRetry={() => void session.refetch()} />;
  }
  if (isRunning(session.data)) return <p role="status">The report is being read</p>;
  if (session.data === undefined || text.data === undefined) {
    return text.isError ? (
      <ErrorPane error={text.error} />
    ) : (
      <p role="status">The session is read</p>
    );
  }
  return <Session analysis={session.data} text={text.data} />;
}

function Session({ analysis, text }: { analysis: Schema<"AnalysisOut">; text: string }) {
  const { technique: chosenId = null } = route.useSearch();
  const navigate = route.useNavigate();
  const review = useReview(analysis.session_id);
  const tactics = useQuery(tacticsQuery(analysis.domain, analysis.version)).data;
  const groups = useMemo(
    () => groupByTactic(analysis.techniques, tactics ?? []),
    [analysis.techniques, tactics],
  );
  const inOrder = groups.flatMap(({ techniques }) => techniques);
  const all = useMemo(() => analysis.techniques.flatMap(passagesOf), [analysis.techniques]);
  const chosen = analysis.techniques.find(({ attack_id }) => attack_id === chosenId);
  const chosenPassages = useMemo(() => (chosen === undefined ? [] : passagesOf(chosen)), [chosen]);

  const choose = (attackId: string) =>
    void navigate({ search: { technique: attackId }, replace: true });
  const step = (by: number) => {
    const at = inOrder.findIndex(({ attack_id }) => attack_id === chosenId);
    const next = inOrder[at === -1 ? 0 : Math.min(Math.max(at + by, 0), inOrder.length - 1)];
    if (next !== undefined) choose(next.attack_id);
  };
  const say = (status: Technique["review_status"]) => () => {
    if (chosenId !== null) review.mutate({ attackId: chosenId, review: status });
  };
  useKeys({
    j: () => step(1),
    k: () => step(-1),
    a: say("accepted"),
    r: say("rejected"),
    e: say("needs_evidence"),
  });
  return (
    <div className={styles.page}>
      <SessionHead analysis={analysis} />
      {review.isError ? <ErrorPane error={review.error} /> : null}
      <div className={styles.panes}>
        <ReportText
          text={text}
          passages={all}
          chosen={chosenPassages}
          onPick={(at) => {
            const found = inOrder.find((one) =>
              passagesOf(one).some(({ start, end }) => start <= at && at < end),
            );
            if (found !== undefined) choose(found.attack_id);
          }}
        />
        <TechniqueList groups={groups} chosen={chosenId} onChoose={choose} />
      </div>
    </div>
  );
}

function passagesOf({ passages }: Technique): Technique["passages"] {
  return passages;
}
