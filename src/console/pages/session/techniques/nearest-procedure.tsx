import type { Analysis, Technique } from "../../../api/session.ts";
import { ActorLink } from "../../../parts/actors/actor-link.tsx";
import styles from "./technique-list.module.css";

interface Props {
  analysis: Analysis;
  procedure: NonNullable<NonNullable<Technique["explanation"]>["nearest_procedure"]>;
}

/** Whose procedure is told most like the evidence, with the words that both share. */
export function NearestProcedure({ analysis, procedure }: Props) {
  const { source_id: id, name, similarity, words } = procedure;
  // Some campaigns have no other name than their id.
  const said = name === id ? id : `${id} ${name}`;
  return (
    <>
      <dt>Nearest procedure</dt>
      <dd className={styles.words}>
        <ActorLink attackId={id} release={analysis}>
          {said}
        </ActorLink>
        <span className={styles.count}>{Math.round(similarity * 100)} % alike</span>
        {words.map((word) => (
          <span key={word} className={styles.word}>
            {word}
          </span>
        ))}
      </dd>
    </>
  );
}
