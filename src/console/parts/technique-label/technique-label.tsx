import styles from "./technique-label.module.css";

/** The standard label of a technique: its id, then its name if known. */
export function TechniqueLabel({ id, name }: { id: string; name: string | null }) {
  return (
    <span>
      <span className={name === null ? styles.only : styles.id}>{id}</span>
      {name === null ? null : <span className={styles.name}> {name}</span>}
    </span>
  );
}
