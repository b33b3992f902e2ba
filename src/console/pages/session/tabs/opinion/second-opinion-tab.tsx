import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { askSecondOpinion, opinionQuery } from "../../../../api/opinion.ts";
import { type AnalysisMode, estimateSession } from "../../../../api/usage.ts";
import { AnalyserFields } from "../../../../parts/analyser/analyser-fields.tsx";
import {
  isLanguageModel,
  type Provider,
  useProviders,
} from "../../../../parts/analyser/providers.ts";
import controls from "../../../../parts/controls.module.css";
import { ErrorPane } from "../../../../parts/error-pane/error-pane.tsx";
import { Estimate } from "../../../../parts/usage/estimate.tsx";
import { useRole } from "../../../../parts/use-role.ts";
import type { FindingsProps } from "../findings.tsx";
import { useMayChange } from "../../../../parts/use-may-change.ts";
import styles from "../findings.module.css";
import { Opinion } from "./opinion.tsx";

/** Another provider's findings in the same text, and its proposed changes. */
export function SecondOpinionTab(props: FindingsProps) {
  const last = useQuery(opinionQuery(props.analysis.session_id));
  const isReader = useRole() === "viewer";
  const mayChange = useMayChange();
  return (
    <div className={styles.stack}>
      {mayChange ? <AskForm {...props} /> : null}
      {isReader ? (
        <p className={styles.quiet}>
          You have read-only access. Ask an analyst to request a second opinion.
        </p>
      ) : null}
      {last.isError ? <ErrorPane error={last.error} onRetry={() => void last.refetch()} /> : null}
      {last.data === null ? <p className={styles.quiet}>No second opinion yet.</p> : null}
      {last.data == null ? null : (
        <Opinion key={last.data.opinion_id} opinion={last.data} props={props} />
      )}
    </div>
  );
}

interface Asked {
  provider: string;
  mode: AnalysisMode;
}

function AskForm({ analysis }: FindingsProps) {
  const { session_id: id, provider: own } = analysis;
  const queries = useQueryClient();
  const providers = useProviders();
  // Another provider if there is one, because the same one returns the same result.
  const other = providers.find((one) => one.id !== own) ?? providers[0];
  const [chosen, setChosen] = useState<Asked | null>(null);
  const asked = chosen ?? { provider: other?.id ?? "", mode: usualMode(analysis, other) };
  const opinion = useMutation({
    mutationFn: () => askSecondOpinion(id, asked),
    onSuccess: (answer) => queries.setQueryData(opinionQuery(id).queryKey, answer),
  });
  return (
    <>
      <p className={styles.line}>
        <AnalyserFields
          providers={providers}
          chosen={asked}
          onChange={(next) => setChosen({ ...asked, ...next })}
        />
        <button
          type="button"
          className={controls.button}
          disabled={opinion.isPending || asked.provider === ""}
          onClick={() => opinion.mutate()}
        >
          Ask for a second opinion
        </button>
      </p>
      {isLanguageModel(providers.find((one) => one.id === asked.provider)) ? (
        <Estimate request={asked} estimate={(request) => estimateSession(id, request)} />
      ) : null}
      {other?.id === own && !isLanguageModel(other) ? (
        <p className={styles.quiet}>
          No other provider is configured. The same provider gives the same answer.
        </p>
      ) : null}
      {opinion.isPending ? <p role="status">Analyzing the report</p> : null}
      {opinion.isError ? <ErrorPane error={opinion.error} /> : null}
    </>
  );
}

/**
 * Returns the judged mode for a language model, or else the mode of the session, which the embedded analyzer
 * cannot judge.
 */
function usualMode({ mode }: FindingsProps["analysis"], provider: Provider | undefined) {
  if (isLanguageModel(provider)) return "judged";
  return mode === "judged" ? "balanced" : mode;
}
