import { useId } from "react";
import { AttackText } from "../attack-text/attack-text.tsx";
import type { Actor } from "./actor.ts";
import type { ActorRelease } from "./actor-link.tsx";
import styles from "./actor-view.module.css";
import type { InTactic } from "./techniques-by-tactic.ts";

type Technique = Actor["techniques"][number];

interface Props {
  byTactic: readonly InTactic<Technique>[];
  release: ActorRelease;
  /** Whose techniques these are. */
  self: string;
}

/** Techniques by tactic with what each was used for; the bars above lead to their tactic. */
export function TechniqueTable({ byTactic, release, self }: Props) {
  const page = useId();
  const most = Math.max(1, ...byTactic.map(({ techniques }) => techniques.length));
  const idOf = (shortname: string) => `${page}${shortname}`;
  return (
    <>
      <nav aria-label="Tactics">
        <ol className={styles.tactics}>
          {byTactic.map(({ shortname, name, techniques }) => (
            <li key={shortname}>
              <a href={`#${idOf(shortname)}`} className={styles.tacticLink}>
                <span>{name}</span>
                <span className={styles.quiet}>{techniques.length}</span>
                <span
                  className={styles.tacticBar}
                  style={{ width: `${(techniques.length / most) * 100}%` }}
                />
              </a>
            </li>
          ))}
        </ol>
      </nav>
      {byTactic.map(({ shortname, name, techniques }) => (
        <section key={shortname} aria-labelledby={idOf(shortname)}>
          <h3 id={idOf(shortname)} tabIndex={-1} className={styles.tactic}>
            {name} <span className={styles.quiet}>{techniques.length}</span>
          </h3>
          <dl className={styles.uses}>
            {techniques.map((technique) => (
              <div key={technique.attack_id} className={styles.use}>
                <dt>
                  <span className={styles.id}>{technique.attack_id}</span> {technique.name}
                </dt>
                <dd>
                  {technique.use === null ? null : (
                    <AttackText text={technique.use} release={release} self={self} />
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  );
}
