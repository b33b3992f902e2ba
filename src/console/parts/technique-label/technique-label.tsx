import styles from "./technique-label.module.css";

/** A technique as it is written everywhere: its id, then its name where that is known. */
export function TechniqueLabel({ id, name }: { id: string; name: string | null }) {
  return (
    <span>
      <span className={name === null ? styles.only : styles.id}>{id}</span>
      {name === null ? null : <span className={styles.name}> {name}</span>}
    </span>
  );
}
