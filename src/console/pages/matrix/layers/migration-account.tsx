import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Layer, layerQuery } from "../../../api/layers.ts";
import { Failure } from "../failure.tsx";
import styles from "../pane/pane.module.css";

interface Props {
  layerId: string;
  isOpenAtFirst: boolean;
  /** Deletes the new copy; null for an older layer. */
  onUndo: (() => void) | null;
}

/** The outcome of a layer migration for each technique, loaded when expanded. */
export function MigrationAccount({ layerId, isOpenAtFirst, onUndo }: Props) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const asked = useQuery({ ...layerQuery(layerId), enabled: isOpen });
  const migration = asked.data?.migration ?? null;
  return (
    <details
      className={styles.account}
      open={isOpen}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>Account of the migration</summary>
      <Failure error={asked.error} />
      {migration === null ? null : <Steps migration={migration} />}
      {onUndo === null ? null : (
        <button type="button" onClick={onUndo}>
          Undo: delete this copy
        </button>
      )}
    </details>
  );
}

function Steps({ migration }: { migration: NonNullable<Layer["migration"]> }) {
  const { migrated_from, migrated_to, kept, replaced, merged, removed } = migration;
  return (
    <div role="status">
      <p>
        Migrated from {migrated_from ?? "no release"} to {migrated_to}: {kept.length} kept,{" "}
        {replaced.length} replaced, {merged.length} merged, {removed.length} removed.
        {migration.copied_from === null ? null : " The original layer did not change."}
      </p>
      <ul>
        {removed.map(({ attack_id, name, detail }) => (
          <li key={attack_id}>
            Removed {attack_id} {name}. {detail}
          </li>
        ))}
        {replaced.map(({ from, to, name }) => (
          <li key={`${from} ${to}`}>
            Replaced {from} with {to} {name}
          </li>
        ))}
        {merged.map(({ from, to, name }) => (
          <li key={`${from} ${to}`}>
            Merged {from} into {to} {name}
          </li>
        ))}
        {kept.length === 0 ? null : <li>Kept {kept.join(", ")}</li>}
      </ul>
    </div>
  );
}
