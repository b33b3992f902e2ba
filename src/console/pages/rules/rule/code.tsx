import { counted } from "../../../parts/counted.ts";
import { useState } from "react";
import controls from "../../../parts/controls.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../rules.module.css";

/** The most lines shown: hash lists have thousands. */
const MOST_LINES = 500;

interface Props {
  text: string;
  /** The numbers of lines with an error. */
  faults?: ReadonlySet<number>;
  label?: string;
}

const NO_FAULTS: ReadonlySet<number> = new Set();

/** A text, such as that of a rule, with line numbers. */
export function Code({ text, faults = NO_FAULTS, label = "Text of the rule" }: Props) {
  const [isWhole, setIsWhole] = useState(false);
  const lines = text.split(/\r?\n/u);
  if (lines.at(-1) === "") lines.pop();
  const shown = isWhole ? lines : lines.slice(0, MOST_LINES);
  return (
    <>
      <ol aria-label={label} className={styles.code}>
        {shown.map((line, index) => (
          // A line has no identity but its number.
          <li key={index} data-fault={faults.has(index + 1)}>
            <span aria-hidden="true" className={styles.lineNumber}>
              {index + 1}
            </span>
            <LineText text={line} />
          </li>
        ))}
      </ol>
      {lines.length > shown.length ? (
        <button type="button" className={controls.button} onClick={() => setIsWhole(true)}>
          Show all {counted(lines.length, "line")}
        </button>
      ) : null}
    </>
  );
}

/** A line of text; a tab is only space. */
export function LineText({ text }: { text: string }) {
  return (
    <bdi className={styles.lineText}>
      <VisibleText text={text.replaceAll("\t", "    ")} />
    </bdi>
  );
}
