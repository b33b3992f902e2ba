import styles from "./confidence-bar.module.css";

interface Props {
  /** Between 0 and 1. */
  value: number;
  /** What is measured, for screen readers. */
  label?: string;
}

/** A confidence as a bar and in percent. */
export function ConfidenceBar({ value, label = "Confidence" }: Props) {
  const percent = Math.round(Math.min(Math.max(value, 0), 1) * 100);
  return (
    <span className={styles.bar} role="img" aria-label={`${label} ${percent} per cent`}>
      <span className={styles.track}>
        <span className={styles.fill} style={{ width: `${percent}%` }} />
      </span>
      <span aria-hidden>{percent} %</span>
    </span>
  );
}
