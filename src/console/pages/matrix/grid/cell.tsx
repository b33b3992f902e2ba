import { memo } from "react";
import heat from "../../../parts/heat/heat.module.css";
import type { Heat } from "../../../parts/heat/heat.ts";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import styles from "./cell.module.css";

interface Props {
  id: string;
  name: string;
  /** What is written on it: its name, or its id as far as what stands above does not say it. */
  label: string;
  /** 0 and empty where no overlay has the technique. */
  heat: Heat;
  score: string;
  isChosen: boolean;
  /** Stands only above what passes the filter. */
  isFaint?: boolean;
}

/** A technique; clicks and keys are the matter of the whole matrix. */
export const Cell = memo(function Cell({
  id,
  label,
  name,
  score,
  isChosen,
  isFaint,
  ...of
}: Props) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={`${styles.cell} ${heat.heat}`}
      data-technique={id}
      data-heat={of.heat}
      data-faint={isFaint}
      aria-current={isChosen}
      title={`${id} ${name}`}
    >
      {label}
      {score === "" ? null : (
        <span className={styles.score}>
          <Unseen>, score </Unseen>
          {score}
        </span>
      )}
    </button>
  );
});
