import type { Technique } from "../../../api/session.ts";
import { NearestProcedure } from "./nearest-procedure.tsx";
import { RunnerUp } from "./runner-up.tsx";
import type { DetailProps } from "./technique-detail.tsx";
import styles from "./technique-list.module.css";

type Props = DetailProps & { explanation: NonNullable<Technique["explanation"]> };

/** Lower values would appear as an uninformative 0 %. */
const MIN_SHOWN = 0.005;

const PRINTED = { id: "ID", name: "Name", command: "Command that implies it" };

/** Why the embedded analyzer found a technique, and which alternatives it considered. */
export function Explanation(props: Props) {
  const { analysis, explanation } = props;
  const { hit, features, nearest_procedure: nearest, hinted_by: by } = explanation;
  const software = new Map(analysis.software_hints.map((one) => [one.attack_id, one.name]));
  const named = by.map((id) => software.get(id) ?? id);
  const runners = explanation.runners_up.filter(({ probability }) => probability >= MIN_SHOWN);
  return (
    <dl className={styles.why}>
      {hit === null ? null : (
        <>
          <dt>In the report</dt>
          <dd>
            {PRINTED[hit.kind]}: “{hit.text}”
          </dd>
        </>
      )}
      {features.length === 0 ? null : (
        <>
          <dt>Most important words</dt>
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
          <dt>ATT&amp;CK lists it for</dt>
          <dd>{named.join(", ")}</dd>
        </>
      )}
      {runners.length === 0 ? null : (
        <>
          <dt>Runners-up</dt>
          <dd>
            <ul className={styles.words}>
              {runners.map((runner) => (
                <li key={runner.attack_id}>
                  <RunnerUp {...props} runner={runner} />
                </li>
              ))}
            </ul>
          </dd>
        </>
      )}
    </dl>
  );
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
