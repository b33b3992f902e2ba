import { useQuery } from "@tanstack/react-query";
import { techniquesQuery } from "../../../api/attack.ts";
import { type Analysis, sessionTextQuery } from "../../../api/session.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import { Quote } from "../tabs/quote.tsx";
import type { Choice } from "../use-choice.ts";
import type { Judgement } from "./standing.ts";
import styles from "./compare-verdicts.module.css";

interface Props {
  analysis: Analysis;
  judgement: Judgement;
  onShow: Choice["show"];
}

type Verdict = Judgement["verdicts"][number];

const ANSWERS: Record<Verdict["verdict"], string> = { yes: "Yes", no: "No", other: "Other:" };

/** The verdicts of the embedded analyzer and the language model on a technique. */
export function CompareVerdicts({ analysis, judgement, onShow }: Props) {
  const { embedded, verdicts } = judgement;
  const text = useQuery(sessionTextQuery(analysis.session_id)).data ?? "";
  return (
    <dl className={styles.said}>
      <dt>Embedded analyzer</dt>
      <dd>{embedded === null ? "Not proposed" : `${Math.round(embedded * 100)} %`}</dd>
      <dt>Language model</dt>
      <dd>
        {verdicts.length === 0 ? "No verdict" : null}
        <ul className={styles.verdicts}>
          {verdicts.map((verdict) => (
            <li key={`${verdict.start} ${verdict.end}`}>
              <VerdictLine analysis={analysis} verdict={verdict} />
              <Quote
                text={text.slice(verdict.start, verdict.end)}
                span={{ start: verdict.start, end: verdict.end }}
                onShow={onShow}
              />
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  );
}

function VerdictLine({ analysis, verdict }: { analysis: Analysis; verdict: Verdict }) {
  const { verdict: said, other_id: other, reason } = verdict;
  return (
    <p className={styles.line}>
      <strong>{ANSWERS[said]}</strong>
      {other === null ? null : <OtherTechnique analysis={analysis} id={other} />}
      {reason === "" ? null : (
        // The model's words, which may repeat those of a hostile report.
        <q className={styles.reason}>
          <VisibleText text={reason} />
        </q>
      )}
    </p>
  );
}

/** The technique that the model names instead. */
function OtherTechnique({ analysis, id }: { analysis: Analysis; id: string }) {
  const known = useQuery(techniquesQuery(analysis)).data;
  const name = known?.find(({ attack_id }) => attack_id === id)?.name ?? null;
  return <AttackLink id={id} name={name} />;
}
