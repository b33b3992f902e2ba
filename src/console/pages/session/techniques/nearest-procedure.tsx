import type { Analysis, Technique } from "../../../api/session.ts";
import { AttackLink } from "../../../parts/attack-link.tsx";
import styles from "./technique-list.module.css";

interface Props {
  analysis: Analysis;
  procedure: NonNullable<NonNullable<Technique["explanation"]>["nearest_procedure"]>;
}

/** The procedure whose text is most similar to the evidence, with the words that both share. */
export function NearestProcedure({ analysis, procedure }: Props) {
  const { source_id: id, name, similarity, words } = procedure;
  const { domain, version } = analysis;
  return (
    <>
      <dt>Nearest procedure</dt>
      <dd className={styles.words}>
        <AttackLink id={id} name={name === id ? null : name} domain={domain} version={version} />
        <span className={styles.count}>{Math.round(similarity * 100)} % similar</span>
        {words.map((word) => (
          <span key={word} className={styles.word}>
            {word}
          </span>
        ))}
      </dd>
    </>
  );
}
