import { AttackLink } from "../../../parts/attack-link.tsx";
import { AttackText } from "../../../parts/attack-text/attack-text.tsx";
import styles from "../../../parts/library/library.module.css";
import { Section } from "../../../parts/library/section.tsx";
import type { Release, Technique } from "../technique-view.tsx";

/** The longest list that is shown expanded. */
const OPEN = 12;

/** Who uses the technique, with the release's description of the use. */
export function UsersSection({ technique, release }: { technique: Technique; release: Release }) {
  const { groups, software, campaigns } = technique;
  const count = groups.length + software.length + campaigns.length;
  return (
    <Section id="users" title="Used by" count={count}>
      {count === 0 ? <p className={styles.quiet}>This release names nobody who uses it.</p> : null}
      <Users title="Groups" users={groups} technique={technique} release={release} />
      <Users title="Software" users={software} technique={technique} release={release} />
      <Users title="Campaigns" users={campaigns} technique={technique} release={release} />
    </Section>
  );
}

interface UsersProps {
  title: string;
  users: Technique["groups"];
  technique: Technique;
  release: Release;
}

function Users({ title, users, technique, release }: UsersProps) {
  if (users.length === 0) return null;
  return (
    <details open={users.length <= OPEN}>
      <summary>
        {title} <span className={styles.quiet}>{users.length}</span>
      </summary>
      <ul className={styles.rows}>
        {users.map(({ attack_id: id, name, use }) => (
          <li key={id}>
            <span>
              <AttackLink id={id} name={name} {...release} />
            </span>
            {use === null ? null : (
              <div className={styles.text}>
                <AttackText
                  text={use}
                  release={release}
                  self={technique.attack_id}
                  sources={technique.external_references}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
