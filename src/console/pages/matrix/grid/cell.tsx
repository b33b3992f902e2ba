import { Fragment, memo } from "react";
import heat from "../../../parts/heat/heat.module.css";
import type { Heat } from "../../../parts/heat/heat.ts";
import { Unseen } from "../../../parts/unseen/unseen.tsx";
import styles from "./cell.module.css";

interface Props {
  id: string;
  name: string;
  /** The label: its name, the part of its ID that its parent does not show, or nothing. */
  label: string;
  /** 0 and empty if no overlay has the technique. */
  heat: Heat;
  score: string;
  isChosen: boolean;
  isSelected: boolean;
  /** Shown only as the parent of a match. */
  isFaint?: boolean;
}

/** A technique. The whole matrix handles its clicks and keys. */
export const Cell = memo(function Cell({
  id,
  label,
  name,
  score,
  isChosen,
  isSelected,
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
      aria-pressed={isSelected || undefined}
      title={`${id} ${name}`}
    >
      {label === "" ? <Unseen>{`${id} ${name}`}</Unseen> : <Breakable text={label} />}
      {score === "" ? null : (
        <span className={styles.score}>
          <Unseen>, score </Unseen>
          {score}
        </span>
      )}
    </button>
  );
});

/** A name that may wrap after a slash, but not within a word. */
function Breakable({ text }: { text: string }) {
  const [first = "", ...others] = text.split("/");
  return (
    <span>
      {first}
      {others.map((part) => (
        <Fragment key={part}>
          /<wbr />
          {part}
        </Fragment>
      ))}
    </span>
  );
}
