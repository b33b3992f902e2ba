import { AppError } from "../../platform/lib/errors.ts";

/** The marking of a report, decided by a person or printed in its text. */
interface Marked {
  tlp: string | null;
  tlp_in_text: string | null;
}

/** Whether a report is TLP:RED. Until a person decides the marking, the printed one counts. */
export function isRed({ tlp, tlp_in_text: printed }: Marked): boolean {
  return (tlp ?? printed) === "red";
}

/**
 * Refuses a TLP:RED report. A client may hand what it reads to a model elsewhere, and no argument of a
 * call proves that a person agreed.
 * @throws AppError `conflict`
 */
export function requireNotRed(report: Marked): void {
  if (!isRed(report)) return;
  throw new AppError(
    "conflict",
    "The report is marked TLP:RED and is not returned to MCP clients; read it in the service.",
  );
}
