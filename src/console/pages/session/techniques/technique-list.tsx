import type { TacticGroup } from "./by-tactic.ts";
import { TechniqueRow } from "./technique-row.tsx";
import styles from "./technique-list.module.css";

interface Props {
  groups: readonly TacticGroup[];
  chosen: string | null;
  onChoose: (attackId: string) => void;
}

/** The techniques of the session by tactic. */
export function TechniqueList({ groups, chosen, onChoose }: Props) {
  return (
    <div className={styles.list}>
      {groups.map(({ shortname, name, techniques }) => (
        <section key={shortname} aria-label={name}>
          <h2 className={styles.tactic}>
            {name} <span className={styles.count}>{techniques.length}</span>
          </h2>
          <ul className={styles.rows}>
            {techniques.map((technique) => (
              <TechniqueRow
                key={technique.attack_id}
                technique={technique}
                isChosen={technique.attack_id === chosen}
                onChoose={onChoose}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
