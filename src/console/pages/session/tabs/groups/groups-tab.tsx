import type { FindingsProps } from "../findings.tsx";
import styles from "../findings.module.css";
import { Comparison } from "./comparison.tsx";
import { GroupBar } from "./group-bar.tsx";

/** Groups that the report names, then the most similar ones. */
export function GroupsTab(props: FindingsProps) {
  const { named_groups: named } = props.analysis;
  return (
    <div className={styles.stack}>
      <h2>Named in the report</h2>
      <p className={styles.quiet}>A report may name a group for comparison only.</p>
      {named.length === 0 ? <p>None</p> : null}
      <ul className={styles.rows}>
        {named.map((group) => (
          <GroupBar
            key={group.attack_id}
            id={group.attack_id}
            name={group.names.join(", ") || group.name}
            share={group.technique_count === 0 ? 0 : group.shared_count / group.technique_count}
            figure={`${group.shared_count} of ${group.technique_count}`}
            said={mentions(group.mention_count)}
            shared={group.shared_techniques}
            missing={group.other_techniques}
            props={props}
          />
        ))}
      </ul>
      <h2>Most similar groups</h2>
      <p className={styles.quiet}>Similarity of technique sets is a lead, never an attribution.</p>
      <Comparison {...props} />
    </div>
  );
}

function mentions(count: number | null): string {
  if (count === null) return "";
  return count === 1 ? "Named once" : `Named ${count} times`;
}
