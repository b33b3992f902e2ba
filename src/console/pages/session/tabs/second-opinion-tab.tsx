import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { healthQuery } from "../../../api/service.ts";
import { askSecondOpinion, type SecondOpinion, type Span } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { surenessOf } from "../../../parts/sureness.ts";
import { useIsReader } from "../../../parts/use-is-reader.ts";
import { useMayChange } from "../../../parts/use-may-change.ts";
import type { FindingsProps } from "./findings.tsx";
import styles from "./findings.module.css";
import { Quote } from "./quote.tsx";

type Row = SecondOpinion["techniques"][number];

const VERDICTS: Record<Row["verdict"], string> = {
  both: "Both",
  first_only: "Only this session",
  second_only: "Only the second opinion",
};

/** What another provider finds in the same text, beside what the session has. */
export function SecondOpinionTab(props: FindingsProps) {
  const { session_id: id, provider } = props.analysis;
  const isReader = useIsReader();
  const configured = useQuery(healthQuery).data?.providers.filter((one) => one.configured) ?? [];
  // Another one, where there is one: the same says the same.
  const other = configured.find((one) => one.id !== provider) ?? configured[0];
  const [chosen, setChosen] = useState("");
  const asked = chosen || other?.id || "";
  const opinion = useMutation({ mutationFn: () => askSecondOpinion(id, asked) });
  return (
    <div className={styles.stack}>
      {isReader ? (
        <p className={styles.quiet}>Your role reads only: an analyst can ask for one.</p>
      ) : (
        <p className={styles.line}>
          <select
            className={controls.field}
            aria-label="Provider"
            value={asked}
            onChange={(event) => setChosen(event.target.value)}
          >
            {configured.map(({ id: slot, kind, model }) => (
              <option key={slot} value={slot}>
                {kind === "embedded" ? "Embedded analyser" : `${kind}: ${model}`}
              </option>
            ))}
          </select>
          <button
            type="button"
            className={controls.button}
            disabled={opinion.isPending || asked === ""}
            onClick={() => opinion.mutate()}
          >
            Ask for a second opinion
          </button>
        </p>
      )}
      {other?.id === provider ? (
        <p className={styles.quiet}>
          No other provider is set up; this one will say what it said before.
        </p>
      ) : null}
      {opinion.isPending ? <p role="status">The report is being read again</p> : null}
      {opinion.isError ? <ErrorPane error={opinion.error} /> : null}
      {opinion.data === undefined ? null : <Opinion opinion={opinion.data} props={props} />}
    </div>
  );
}

function Opinion({ opinion, props }: { opinion: SecondOpinion; props: FindingsProps }) {
  const { agreement, model, techniques } = opinion;
  const byVerdict = Map.groupBy(techniques, ({ verdict }) => verdict);
  return (
    <>
      <p>
        {model} agrees on {Math.round(agreement * 100)} % of {techniques.length} techniques.
      </p>
      {(["second_only", "first_only", "both"] as const).map((verdict) => (
        <section key={verdict} className={styles.stack}>
          <h2>
            {VERDICTS[verdict]}{" "}
            <span className={styles.quiet}>{byVerdict.get(verdict)?.length ?? 0}</span>
          </h2>
          <ul className={styles.rows}>
            {byVerdict.get(verdict)?.map((row) => (
              <OpinionRow key={row.attack_id} row={row} props={props} />
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}

function OpinionRow({ row, props }: { row: Row; props: FindingsProps }) {
  const { attack_id: id, name, tactic, first, second } = row;
  const { analysis, review } = props;
  const mayChange = useMayChange();
  const own = analysis.techniques.find((known) => known.attack_id === id);
  const span = spanOf(second);
  const add = () => {
    if (second === null || span === null) return;
    const place = { evidence_start: span.start, evidence_end: span.end };
    const body = { attack_id: id, evidence: second.evidence, ...place };
    review.submit({ kind: "add", body, name, tactic });
  };
  return (
    <li>
      <p className={styles.line}>
        <span className={styles.id}>{id}</span>
        <span className={styles.grow}>{name}</span>
        {mayChange && own === undefined && span !== null ? (
          <button
            type="button"
            className={controls.plain}
            aria-label={`Add ${id} ${name}`}
            onClick={add}
          >
            Add
          </button>
        ) : null}
      </p>
      <div className={styles.both}>
        <Said
          who="This session"
          opinion={first}
          {...(own !== undefined && { sureness: surenessOf(own) })}
          props={props}
        />
        <Said who="Second opinion" opinion={second} props={props} />
      </div>
    </li>
  );
}

interface SaidProps {
  who: string;
  opinion: Row["first"];
  /** In words; the confidence of the opinion if left out. */
  sureness?: string;
  props: FindingsProps;
}

function Said({ who, opinion, sureness, props }: SaidProps) {
  if (opinion === null) return null;
  return (
    <div>
      <span className={styles.quiet}>
        {who}: {sureness ?? `${Math.round(opinion.confidence * 100)} %`}
      </span>
      <Quote text={opinion.evidence} span={spanOf(opinion)} onShow={props.choice.show} />
    </div>
  );
}

function spanOf(opinion: Row["first"]): Span | null {
  const { evidence_start: start = null, evidence_end: end = null } = opinion ?? {};
  return start === null || end === null ? null : { start, end };
}
