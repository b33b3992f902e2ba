import { useQuery } from "@tanstack/react-query";
import { techniquesQuery } from "../../../api/attack.ts";
import type { Analysis, Technique } from "../../../api/session.ts";
import { NearestProcedure } from "./nearest-procedure.tsx";
import styles from "./technique-list.module.css";

interface Props {
  analysis: Analysis;
  explanation: NonNullable<Technique["explanation"]>;
}

/** Less is shown as 0 %, and tells nothing. */
const MIN_SHOWN = 0.005;

const PRINTED = { id: "Its id", name: "Its name", command: "A command that implies it" };

/** Why the embedded analyser found a technique: what is printed, which words weighed, which procedure is nearest, what is named that it is listed for, what else it might be. */
export function Explanation({ analysis, explanation }: Props) {
  const { hit, features, nearest_procedure: nearest, hinted_by: by } = explanation;
  const software = new Map(analysis.software_hints.map((one) => [one.attack_id, one.name]));
  const named = by.map((id) => software.get(id) ?? id);
  const runners = explanation.runners_up.filter(({ probability }) => probability >= MIN_SHOWN);
  const known = useQuery(techniquesQuery(analysis)).data;
  const nameOf = (id: string) => known?.find(({ attack_id }) => attack_id === id)?.name ?? "";
  return (
    <dl className={styles.why}>
      {hit === null ? null : (
        <>
          <dt>Printed</dt>
          <dd>
            {PRINTED[hit.kind]}: “{hit.text}”
          </dd>
        </>
      )}
      {features.length === 0 ? null : (
        <>
          <dt>Words that weighed most</dt>
          <dd className={styles.words}>
            {features.map(({ words, share }) => (
              <span key={words} className={styles.word}>
                {words} <span className={styles.count}>{percent(share)}</span>
              </span>
            ))}
          </dd>
        </>
      )}
      {nearest === null ? null : <NearestProcedure analysis={analysis} procedure={nearest} />}
      {named.length === 0 ? null : (
        <>
          <dt>Listed for what is named</dt>
          <dd>{named.join(", ")}</dd>
        </>
      )}
      {runners.length === 0 ? null : (
        <>
          <dt>Next most likely</dt>
          <dd className={styles.words}>
            {runners.map(({ attack_id: id, probability }) => (
              <span key={id} className={styles.word}>
                {id} {nameOf(id)} <span className={styles.count}>{percent(probability)}</span>
              </span>
            ))}
          </dd>
        </>
      )}
    </dl>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
