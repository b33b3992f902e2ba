import type { RuleValidation } from "../../../api/rules.ts";
import { counted } from "../../../parts/counted.ts";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../rules.module.css";

/** The validation findings, with line numbers. */
export function Findings({ validation }: { validation: RuleValidation }) {
  const { valid, errors, warnings } = validation;
  return (
    <div role="status">
      <p className={valid ? styles.good : styles.bad}>
        {valid ? "Valid" : counted(errors.length, "error")}
        {warnings.length === 0 ? "." : `, ${counted(warnings.length, "warning")}.`}
      </p>
      <ul className={styles.rows}>
        {[...errors, ...warnings].map(({ line, column, message }, index) => (
          <li
            key={`${line} ${column} ${message}`}
            className={index < errors.length ? styles.bad : ""}
          >
            Line {line}: <VisibleText text={message} />
          </li>
        ))}
      </ul>
    </div>
  );
}
