import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Problem } from "../../api/problem.ts";
import {
  hasEnded,
  isRunning,
  retrySession,
  sessionOutlineQuery,
  sessionQuery,
  sessionTextQuery,
} from "../../api/session.ts";
import type { AnalyserQuery } from "../../api/usage.ts";
import { AnalyserFields } from "../../parts/analyser/analyser-fields.tsx";
import { useProviders } from "../../parts/analyser/providers.ts";
import controls from "../../parts/controls.module.css";
import { ErrorPane } from "../../parts/error-pane/error-pane.tsx";
import { Page } from "../../parts/page/page.tsx";
import { ReadOnly, useMayChange } from "../../parts/use-may-change.ts";
import { Team } from "./team/team.tsx";
import { Session } from "./session.tsx";
import styles from "./session-page.module.css";

const route = getRouteApi("/sessions/$sessionId");
const ABOVE = { to: "/sessions", name: "Reports" };

/** A session: the report on the left, its findings on the right. */
export function SessionPage() {
  const { sessionId } = route.useParams();
  const options = sessionQuery(sessionId);
  const session = useQuery({
    ...options,
    refetchOnWindowFocus: "always",
  });
  const { data } = session;
  const text = useQuery({ ...sessionTextQuery(sessionId), enabled: isCompleted(data) });
  const outline = useQuery({
    ...sessionOutlineQuery(sessionId, isCompleted(data) ? data.version : ""),
    enabled: isCompleted(data),
    // The layout of the text stays until another outline is loaded.
    placeholderData: (known, query) => (query?.queryKey[1] === sessionId ? known : undefined),
  });
  // Without an outline, the text is shown unformatted.
  if (isCompleted(data) && text.data !== undefined && !outline.isPending) {
    const shown = outline.data ?? null;
    return (
      <ReadOnly key={sessionId} value={data.review_state === "signed"}>
        <Team stored={data}>
          <Session stored={data} text={text.data} outline={shown} />
        </Team>
      </ReadOnly>
    );
  }
  // The query retains the response "processing" if the next one is that the analysis failed.
  if (isRunning(data) && !hasEnded(session.error)) return <Waiting />;
  if (session.error instanceof Problem && session.error.code === "not_found") return <Missing />;
  if (session.isError) {
    return <Failed sessionId={sessionId} error={session.error} onRead={() => session.refetch()} />;
  }
  if (text.isError) {
    return (
      <Page title="Report not loaded" above={ABOVE}>
        <ErrorPane error={text.error} onRetry={() => void text.refetch()} />
      </Page>
    );
  }
  return <Skeleton />;
}

function isCompleted<T extends { status: string }>(
  data: T | undefined,
): data is Exclude<T, { status: "processing" } & Record<"status", "processing">> {
  return data !== undefined && "session_id" in data;
}

function Waiting() {
  return (
    <Page
      title="Analyzing the report"
      lead={<span role="status">The findings appear here when the analysis is done.</span>}
      above={ABOVE}
    >
      <p>
        <progress aria-label="Analyzing the report" />
      </p>
    </Page>
  );
}

function Skeleton() {
  return (
    <div className={styles.page} aria-busy="true">
      <p role="status">Loading the report</p>
      <div className={styles.panes} />
    </div>
  );
}

function Missing() {
  return (
    <Page title="Report not found" lead="It was deleted, or the address is wrong." above={ABOVE}>
      <p>
        <Link to="/sessions">Show all reports</Link>
      </p>
    </Page>
  );
}

interface FailedProps {
  sessionId: string;
  error: unknown;
  onRead: () => unknown;
}

function Failed({ sessionId, error, onRead }: FailedProps) {
  const queries = useQueryClient();
  const mayChange = useMayChange();
  const providers = useProviders();
  const [chosen, setChosen] = useState<AnalyserQuery>({});
  const retry = useMutation({
    mutationFn: () => retrySession(sessionId, chosen),
    onSettled: () => queries.invalidateQueries({ queryKey: ["session", sessionId] }),
  });
  const hasFailed = error instanceof Problem && error.code === "analysis_failed";
  if (retry.isPending) return <Waiting />;
  return (
    <Page title={hasFailed ? "Analysis failed" : "Report not loaded"} above={ABOVE}>
      <ErrorPane error={retry.error ?? error} {...(hasFailed ? {} : { onRetry: onRead })} />
      {hasFailed && mayChange ? (
        <p className={styles.retry}>
          <AnalyserFields
            providers={providers}
            chosen={chosen}
            onChange={setChosen}
            unchanged={{ provider: "Same provider", mode: "Same mode" }}
          />
          <button type="button" className={controls.primary} onClick={() => retry.mutate()}>
            Analyze again
          </button>
        </p>
      ) : null}
    </Page>
  );
}
