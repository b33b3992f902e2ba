import { Link } from "@tanstack/react-router";
import type { Receipt } from "../../api/imports.ts";
import { PathLink } from "../../parts/path-link.tsx";
import { reportPath } from "../../parts/report-path.ts";
import tables from "../../parts/table.module.css";
import { Unseen } from "../../parts/unseen/unseen.tsx";
import { VisibleText } from "../../parts/visible-text/visible-text.tsx";
import styles from "./imports.module.css";
import { capitalized, OUTCOMES } from "./words.ts";

/** The outcomes for the objects of an import, with links to what they became. */
export function Receipts({ receipts, isFetching }: { receipts: Receipt[]; isFetching: boolean }) {
  return (
    <table className={tables.table} aria-busy={isFetching}>
      <thead>
        <tr>
          <th scope="col">Object</th>
          <th scope="col">Outcome</th>
          <th scope="col">
            <Unseen>Result</Unseen>
          </th>
        </tr>
      </thead>
      <tbody>
        {receipts.map((receipt) => (
          <Row key={receipt.position} receipt={receipt} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ receipt }: { receipt: Receipt }) {
  const { pointer, object_type: type, object_id: id, outcome, reason, rule } = receipt;
  const { name, means } = OUTCOMES[outcome];
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <VisibleText text={rule?.title ?? (type === null ? "Object" : capitalized(type))} />
        {id === null ? null : (
          <span className={styles.below}>
            <VisibleText text={id} />
          </span>
        )}
        <span className={styles.pointer}>
          <VisibleText text={pointer} />
        </span>
      </th>
      <td className={styles.text}>
        <span className={outcome === "failed" ? styles.failed : undefined}>{name}</span>
        {reason === null && means === "" ? null : (
          <span className={styles.below}>
            <VisibleText text={reason === null ? means : capitalized(reason)} />
          </span>
        )}
      </td>
      <td className={styles.made}>
        <Made receipt={receipt} />
      </td>
    </tr>
  );
}

/** The result of an object, or the object that it duplicates. */
function Made({ receipt: { report_id: report, rule, outcome } }: { receipt: Receipt }) {
  if (rule?.rule_id != null) {
    return (
      <Link to="/rules/$ruleId" params={{ ruleId: rule.rule_id }}>
        View rule
      </Link>
    );
  }
  if (report === null) return null;
  return (
    <PathLink path={reportPath(report)}>
      {outcome === "duplicate" ? "View known report" : "View report"}
    </PathLink>
  );
}
