import { describeError } from "../../platform/lib/log.ts";
import { PRODUCT } from "../../platform/lib/product.ts";
import { toHex } from "../../platform/lib/to-hex.ts";
import type { ExportDeps } from "./deps.ts";
import { sessionExportName } from "./session-export-name.ts";
import { type ExportFormat, SESSION_FORMATS } from "./session-formats.ts";
import { readSessionReport, type SessionReport } from "./session/read-session-report.ts";

/** A session as a file. */
export interface SessionExport {
  bytes: Uint8Array;
  filename: string;
  mediaType: string;
}

/**
 * Exports a completed session in a format. Returns null while it is in progress. An earlier export of the same content
 * by the same code comes from object storage.
 * @throws AppError `not_found`, `analysis_failed`
 */
export async function exportSession(
  deps: ExportDeps,
  sessionId: string,
  format: ExportFormat,
): Promise<SessionExport | null> {
  const report = await readSessionReport(deps, sessionId);
  if (report === null) return null;
  const { mediaType, extension } = SESSION_FORMATS[format];
  const bytes = await readOrMake(deps, report, format);
  return { bytes, filename: sessionExportName(report, extension), mediaType };
}

/** Returns the SHA-256 of everything that determines an export: the content, the format and the code. */
export async function hashOfExport(
  report: SessionReport,
  format: ExportFormat,
  build: string = PRODUCT.build,
): Promise<string> {
  const whole = new TextEncoder().encode(JSON.stringify([build, format, report]));
  return toHex(await crypto.subtle.digest("SHA-256", whole));
}

async function readOrMake(
  deps: ExportDeps,
  report: SessionReport,
  format: ExportFormat,
): Promise<Uint8Array> {
  const { session_id: id } = report;
  const madeFrom = await hashOfExport(report, format);
  const stored = await attempt(deps, id, () => deps.sessionFiles.readExport(id, format, madeFrom));
  if (stored !== null) return stored;
  const made = await SESSION_FORMATS[format].make(deps, report);
  const bytes = typeof made === "string" ? new TextEncoder().encode(made) : made;
  await attempt(deps, id, async () => {
    await deps.sessionFiles.storeExport(id, format, madeFrom, bytes);
    // A session deleted in the meantime must leave nothing behind.
    if ((await deps.sessions.find(id)) === null) await deps.sessionFiles.removeExports(id);
    return null;
  });
  return bytes;
}

/** Runs a storage operation and ignores its failure, since exports do not require storage. */
async function attempt(
  { log }: Pick<ExportDeps, "log">,
  sessionId: string,
  work: () => Promise<Uint8Array | null>,
): Promise<Uint8Array | null> {
  try {
    return await work();
  } catch (error) {
    log("warn", "export.storage", { session_id: sessionId, ...describeError(error) });
    return null;
  }
}
