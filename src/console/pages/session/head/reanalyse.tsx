import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { versionsQuery } from "../../../api/attack.ts";
import { describeFailure } from "../../../api/problem.ts";
import { reanalyseSession, type StoredAnalysis } from "../../../api/session.ts";
import { type AnalyserQuery, estimateSession } from "../../../api/usage.ts";
import { AnalyserFields } from "../../../parts/analyser/analyser-fields.tsx";
import { isLanguageModel, useProviders } from "../../../parts/analyser/providers.ts";
import { sendOn } from "../../../parts/conflict/send-on.ts";
import controls from "../../../parts/controls.module.css";
import { followSession } from "../../../parts/follow-session.ts";
import { Estimate } from "../../../parts/usage/estimate.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import styles from "./session-head.module.css";

/** Analyzes the report again, with another provider or mode, or a newer release. */
export function Reanalyse({ analysis }: { analysis: StoredAnalysis }) {
  const { domain, version } = analysis;
  const [isOpen, setIsOpen] = useState(false);
  const mayChange = useMayChange();
  const releases = useQuery(versionsQuery).data ?? [];
  const current = releases.find((one) => one.domain === domain && one.is_current)?.version;
  if (!mayChange || current === undefined) return null;
  return (
    <>
      <button
        type="button"
        className={controls.button}
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        {current === version ? "Analyze again" : `Analyze again with ${current}`}
      </button>
      {isOpen ? (
        <ReanalyseForm analysis={analysis} current={current} onClose={() => setIsOpen(false)} />
      ) : null}
    </>
  );
}

interface Props {
  analysis: StoredAnalysis;
  /** The current release of the session's domain. */
  current: string;
  onClose: () => void;
}

function ReanalyseForm({ analysis, current, onClose }: Props) {
  const { session_id: id, etag, mode } = analysis;
  const queries = useQueryClient();
  const providers = useProviders();
  const provider = providers.find((one) => one.id === analysis.provider) ?? providers[0];
  const [chosen, setChosen] = useState<AnalyserQuery | null>(null);
  const query = chosen ?? { ...(provider !== undefined && { provider: provider.id }), mode };
  const again = useMutation({
    // The new analysis retains all decisions, including those made by others in the meantime.
    mutationFn: () =>
      sendOn(
        etag,
        (at) => reanalyseSession(id, query, at),
        () => true,
      ),
    onSuccess: ({ answer, from }) => {
      followSession(queries, id, from, answer.etag);
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ["session", id] }),
  });
  return (
    <div role="group" aria-label="Analyze again" className={styles.again}>
      <p className={styles.line}>
        <AnalyserFields providers={providers} chosen={query} onChange={setChosen} />
        <button
          type="button"
          className={controls.primary}
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          Analyze
        </button>
        <button type="button" className={controls.button} onClick={onClose}>
          Cancel
        </button>
        <span role="status" className={styles.quiet}>
          {again.isPending
            ? "Analyzing the report"
            : `With ATT&CK ${current}. Decisions of analysts are kept.`}
        </span>
      </p>
      {isLanguageModel(providers.find((one) => one.id === query.provider)) ? (
        <Estimate
          request={{ ...query, version: current }}
          estimate={(request) => estimateSession(id, request)}
        />
      ) : null}
      {again.isError ? (
        <span role="alert" className={styles.warning}>
          {describeFailure(again.error)}
        </span>
      ) : null}
    </div>
  );
}
