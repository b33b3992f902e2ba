import styles from "./admin.module.css";

/** Said to those whose role may not read something. */
export function OnlyAdmins({ what }: { what: string }) {
  return <p className={styles.quiet}>Only an admin may see {what}.</p>;
}
