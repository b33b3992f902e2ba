import type { Analysis } from "../../../api/session.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import controls from "../../../parts/controls.module.css";
import { StandingBadge } from "../judgement/standing-badge.tsx";
import type { Judgement } from "../judgement/standing.ts";
import { CompareVerdicts } from "../judgement/compare-verdicts.tsx";
import type { FindingsProps } from "./findings.tsx";
import { useMayChange } from "../../../parts/use-may-change.ts";
import styles from "./findings.module.css";
import { isTechnique } from "./is-technique.ts";
import { Quote } from "./quote.tsx";

const REASONS: Record<Analysis["set_aside"][number]["reason"], string> = {
  advice: "Advice to defenders",
  detection: "Detection guidance",
  negation: "Denied",
  question: "A question",
  hypothetical: "Hypothetical",
  definition: "Definition of a technology",
  contents: "Table of contents",
  references: "Sources",
  boilerplate: "About the author, or legal notes",
  furniture: "Menu, caption or teaser",
  instruction: "An instruction to the reader, or a hidden comment",
  other_agent: "Done by an analyst, a defender or the victim",
  not_a_report: "Printed in a text that is not a threat report",
};

/** Candidates that are not findings: below the threshold, excluded, or not in the release. */
export function LeftOutTab(props: FindingsProps) {
  return (
    <div className={styles.stack}>
      <Candidates {...props} />
      <SetAside {...props} />
      <Furniture {...props} />
      <Unknown {...props} />
    </div>
  );
}

interface Considered {
  attack_id: string;
  name: string;
  evidence: string;
  evidence_start: number;
  evidence_end: number;
  /** Present if a language model judged it. */
  judgement?: Judgement;
}

function Row({ one, said, props }: { one: Considered; said: string; props: FindingsProps }) {
  const { analysis, choice, review } = props;
  const mayChange = useMayChange();
  const { attack_id: id, name, evidence, evidence_start: start, evidence_end: end } = one;
  const { judgement } = one;
  const isThere = analysis.techniques.some((known) => known.attack_id === id);
  const add = () => {
    const tactic = analysis.candidates.find((known) => known.attack_id === id)?.tactic ?? "";
    const body = { attack_id: id, evidence, evidence_start: start, evidence_end: end };
    review.submit({ kind: "add", body, name, tactic });
  };
  return (
    <li>
      <p className={styles.line}>
        <span className={styles.grow}>
          <AttackLink id={id} name={name} domain={analysis.domain} />
        </span>
        {judgement === undefined ? null : <StandingBadge standing={judgement.standing} />}
        <span className={styles.quiet}>{said}</span>
        {mayChange && !isThere ? (
          <button
            type="button"
            className={controls.plain}
            aria-label={`Add ${id} ${name}`}
            onClick={add}
          >
            Add
          </button>
        ) : null}
        {isThere ? <span className={styles.quiet}>In this report</span> : null}
      </p>
      <Quote text={evidence} span={{ start, end }} onShow={choice.show} />
      {judgement === undefined ? null : (
        <details>
          <summary>Verdicts</summary>
          <CompareVerdicts analysis={analysis} judgement={judgement} onShow={choice.show} />
        </details>
      )}
    </li>
  );
}

function Candidates(props: FindingsProps) {
  const { candidates } = props.analysis;
  return (
    <>
      <h2>Below the threshold</h2>
      {candidates.length === 0 ? <p className={styles.quiet}>None</p> : null}
      <ul className={styles.rows}>
        {candidates.map((one) => (
          <Row
            key={`${one.attack_id} ${one.evidence_start}`}
            one={one}
            said={`${Math.round(one.confidence * 100)} %`}
            props={props}
          />
        ))}
      </ul>
    </>
  );
}

function SetAside(props: FindingsProps) {
  const aside = props.analysis.set_aside.filter(isTechnique);
  return (
    <>
      <h2>Mentioned, but not adversary activity</h2>
      {aside.length === 0 ? <p className={styles.quiet}>None</p> : null}
      <ul className={styles.rows}>
        {aside.map((one) => (
          <Row
            key={`${one.attack_id} ${one.evidence_start} ${one.reason}`}
            one={one}
            said={REASONS[one.reason]}
            props={props}
          />
        ))}
      </ul>
    </>
  );
}

function Furniture({ analysis, choice }: FindingsProps) {
  const lines = analysis.set_aside.filter((one) => !isTechnique(one));
  if (lines.length === 0) return null;
  return (
    <>
      <h2>Page furniture, not analyzed</h2>
      <ul className={styles.rows}>
        {lines.map(({ evidence, evidence_start: start, evidence_end: end, count = 1 }) => (
          <li key={start}>
            <Quote text={evidence} span={{ start, end }} onShow={choice.show} />
            {count > 1 ? <span className={styles.quiet}>{count} times</span> : null}
          </li>
        ))}
      </ul>
    </>
  );
}

function Unknown({ analysis }: FindingsProps) {
  const rejected = analysis.rejected_techniques;
  return (
    <>
      <h2>Not techniques of this release</h2>
      {rejected.length === 0 ? <p className={styles.quiet}>None</p> : null}
      <ul className={styles.rows}>
        {rejected.map(({ attack_id, reason }) => (
          <li key={`${attack_id} ${reason}`}>
            <span className={styles.id}>{attack_id}</span>{" "}
            <span className={styles.quiet}>{reason}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
