import type { StixObject } from "../../formats/stix/stix-object.ts";
import { AppError } from "../../platform/lib/errors.ts";
import { readSessionReport } from "../../sharing/exports/session/read-session-report.ts";
import { objectsOfReport } from "../../sharing/exports/stix/objects-of-report.ts";
import type { TaxiiDeps } from "./deps.ts";
import { sharedLevel, type SharedLevel } from "../../reading/entities/shared-level.ts";

/** The current objects of a session, and their sharing level. */
export interface SharedObjects {
  level: SharedLevel;
  objects: StixObject[];
}

/** Returns the objects that a session shares, or null if it is deleted, failed or in progress. */
export async function readSharedObjects(
  deps: TaxiiDeps,
  sessionId: string,
): Promise<SharedObjects | null> {
  const report = await readSessionReport(deps, sessionId).catch((error: unknown) => {
    if (isGone(error)) return null;
    throw error;
  });
  return report && { level: sharedLevel(report), objects: objectsOfReport(report) };
}

function isGone(error: unknown): boolean {
  return (
    error instanceof AppError && (error.code === "not_found" || error.code === "analysis_failed")
  );
}
