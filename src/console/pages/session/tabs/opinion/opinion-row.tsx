import type { OpinionRow as Row } from "../../../../api/opinion.ts";
import type { Span, Technique } from "../../../../api/session.ts";
import { ChooseRow } from "../../../../parts/choose-boxes.tsx";
import controls from "../../../../parts/controls.module.css";
import { REVIEWS } from "../../../../parts/review-queue/change.ts";
import { surenessOf } from "../../../../parts/sureness.ts";
import type { Chosen } from "../../../../parts/use-chosen.ts";
import { StandingBadge } from "../../judgement/standing-badge.tsx";
import { CompareVerdicts } from "../../judgement/compare-verdicts.tsx";
import type { FindingsProps } from "../findings.tsx";
import styles from "../findings.module.css";
import { Quote } from "../quote.tsx";

interface Props {
  row: Row;
  props: FindingsProps;
  /** Null if there is nothing to accept, or without permission. */
  chosen: Chosen | null;
  isPending: boolean;
  onAccept: () => void;
}

/** A technique in the session and in the second opinion, and the effect of accepting it. */
export function OpinionRow({ row, props, chosen, isPending, onAccept }: Props) {
  const { attack_id: id, name, first, second, judgement, proposal } = row;
  const { analysis, choice } = props;
  const own = analysis.techniques.find((known) => known.attack_id === id);
  return (
    <li>
      <p className={styles.line}>
        {chosen === null ? null : <ChooseRow chosen={chosen} id={id} name={`${id} ${name}`} />}
        <span className={styles.id}>{id}</span>
        <span className={styles.grow}>{name}</span>
        {chosen === null && proposal !== "keep" ? (
          <span className={styles.quiet}>{stateOf(own)}</span>
        ) : null}
        {chosen === null ? null : (
          <button
            type="button"
            className={controls.plain}
            aria-label={`Accept ${id} ${name}`}
            disabled={isPending}
            onClick={onAccept}
          >
            Accept
          </button>
        )}
      </p>
      <div className={styles.both}>
        <Said
          who="This report"
          opinion={first}
          {...(own !== undefined && { sureness: surenessOf(own) })}
          props={props}
        />
        <Said who="Second opinion" opinion={second} props={props} />
      </div>
      {judgement === null ? null : (
        <details open={proposal !== "keep" || judgement.standing === "disputed"}>
          <summary>
            Verdicts <StandingBadge standing={judgement.standing} />
          </summary>
          <CompareVerdicts analysis={analysis} judgement={judgement} onShow={choice.show} />
        </details>
      )}
    </li>
  );
}

/** Describes the current state in the session. */
function stateOf(own: Technique | undefined): string {
  return own === undefined ? "Not in the report" : `In the report: ${REVIEWS[own.review_status]}`;
}

interface SaidProps {
  who: string;
  opinion: Row["first"];
  /** In words; default: the confidence of the opinion. */
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
