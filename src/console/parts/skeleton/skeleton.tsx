import { Unseen } from "../unseen/unseen.tsx";
import styles from "./skeleton.module.css";

/** A placeholder of similar size while something loads. `what` is for screen readers. */
export function Skeleton({ what, lines = 6 }: { what: string; lines?: number }) {
  return (
    <div role="status" className={styles.skeleton}>
      <Unseen>Reading {what}</Unseen>
      {Array.from({ length: lines }, (_, line) => (
        <span key={line} className={styles.line} />
      ))}
    </div>
  );
}
