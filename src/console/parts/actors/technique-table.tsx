import { AttackLink } from "../attack-link.tsx";
import { AttackText } from "../attack-text/attack-text.tsx";
import type { Actor } from "./actor.ts";
import type { ActorRelease } from "./actor-link.tsx";
import styles from "./actor-view.module.css";
import type { InTactic } from "./techniques-by-tactic.ts";

/** Returns the element id of a tactic, for its address. */
const idOf = (shortname: string) => `tactic-${shortname}`;

type Technique = Actor["techniques"][number];

interface Props {
  byTactic: readonly InTactic<Technique>[];
  release: ActorRelease;
  /** The owner of these techniques. */
  self: string;
}

/** Techniques by tactic with their uses. The links above lead to their tactic. */
export function TechniqueTable({ byTactic, release, self }: Props) {
  return (
    <>
      <nav aria-label="Tactics">
        <ol className={styles.tactics}>
          {byTactic.map(({ shortname, name }) => (
            <li key={shortname}>
              <a href={`#${idOf(shortname)}`} className={styles.tacticLink}>
                {name}
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
                  <AttackLink id={technique.attack_id} name={technique.name} {...release} />
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
