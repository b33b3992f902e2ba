import styles from "./admin.module.css";

/** Shown to users whose role does not allow access. */
export function OnlyAdmins({ what }: { what: string }) {
  return <p className={styles.quiet}>Only an admin may see {what}.</p>;
}
