import { useMutation } from "@tanstack/react-query";
import { type AuditVerdict, verifyAudit } from "../../../api/audit.ts";
import controls from "../../../parts/controls.module.css";
import { ErrorPane } from "../../../parts/error-pane/error-pane.tsx";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../admin.module.css";

/** Verifies the whole trail on request, because that reads every entry. */
export function VerifyTrail() {
  const verify = useMutation({ mutationFn: verifyAudit });
  return (
    <>
      <p className={styles.line}>
        <button
          type="button"
          className={controls.button}
          disabled={verify.isPending}
          onClick={() => verify.mutate()}
        >
          {verify.isPending ? "Verifying" : "Verify the trail"}
        </button>
        <span role="status">
          {verify.data === undefined ? (
            <span className={styles.quiet}>Checks that no entry was changed or removed.</span>
          ) : (
            <Verdict verdict={verify.data} />
          )}
        </span>
      </p>
      {verify.isError ? <ErrorPane error={verify.error} onRetry={() => verify.mutate()} /> : null}
    </>
  );
}

function Verdict({
  verdict: { valid, rows, first_broken: broken, reason },
}: {
  verdict: AuditVerdict;
}) {
  if (valid) {
    return (
      <strong className={styles.good}>
        Verified, {rows.toLocaleString("en")} {rows === 1 ? "entry" : "entries"}
      </strong>
    );
  }
  const why = broken === null ? reason : `Entry ${broken.seq}: ${broken.reason}`;
  return (
    <strong className={styles.failed}>
      Not valid after {rows.toLocaleString("en")} entries. <VisibleText text={why ?? ""} />
    </strong>
  );
}
