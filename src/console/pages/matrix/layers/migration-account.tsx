import type { Schema } from "../../../api/client.ts";
import styles from "../pane/pane.module.css";

/** What became of each technique of a layer that was moved to another release. */
export function MigrationAccount({ migration }: { migration: Schema<"LayerMigration"> }) {
  const { migrated_from, version, kept, replaced, merged, removed } = migration;
  return (
    <div role="status" className={styles.account}>
      <p>
        Migrated from {migrated_from ?? "no release"} to {version}: {kept.length} kept,{" "}
        {replaced.length} replaced, {merged.length} merged, {removed.length} removed.
      </p>
      <ul>
        {replaced.map(({ from, to, name }) => (
          <li key={`${from} ${to}`}>
            {from} is now {to} {name}
          </li>
        ))}
        {merged.map(({ from, to, name }) => (
          <li key={`${from} ${to}`}>
            {from} went into {to} {name}, which was there already
          </li>
        ))}
        {removed.map(({ attack_id, name, reason, belongs_to, called }) => (
          <li key={attack_id}>
            {attack_id} {name} is gone: {reason}
            {belongs_to === null
              ? null
              : `, it belongs to ${belongs_to.domain} ${belongs_to.version}`}
            {called.length === 0
              ? null
              : `; here it is ${called.map((one) => `${one.attack_id} ${one.name}`).join(", ")}`}
          </li>
        ))}
      </ul>
    </div>
  );
}
