import { AppError } from "../../platform/lib/errors.ts";
import { sharedLevel } from "../../reading/entities/shared-level.ts";
import type { Marked } from "../../reading/entities/strictest-marking.ts";

/** Returns whether a report is TLP:RED. */
export function isRed(report: Marked): boolean {
  return sharedLevel(report) === "red";
}

/**
 * Rejects a TLP:RED report. A client may pass its content to an external model, and no argument of a call proves that a
 * person agreed.
 * @throws AppError `conflict`
 */
export function requireNotRed(report: Marked): void {
  if (!isRed(report)) return;
  throw new AppError(
    "conflict",
    "The report is marked TLP:RED and is not returned to MCP clients; read it in the service.",
  );
}
