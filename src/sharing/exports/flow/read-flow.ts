import { AppError } from "../../../platform/lib/errors.ts";
import { readSessionDocument } from "../../../reading/sessions/text/session-document.ts";
import { titleOf } from "../content/session-content.ts";
import type { ExportDeps } from "../deps.ts";
import type { ReportedTechnique, SessionReport } from "../session/read-session-report.ts";
import { stixLine } from "../stix/text.ts";
import { type OrderedSteps, orderSteps } from "./order-steps.ts";

/** A session as a flow of its techniques. */
export interface Flow extends OrderedSteps<ReportedTechnique> {
  report: SessionReport;
}

/** Explains the arrows to readers who open a flow without the documentation. */
const FLOW_NOTE =
  "The actions are in the order in which the report describes them. An arrow means that the report describes one after the other, not that one causes the other.";
const LOOSE_NOTE = "Actions without an arrow have no place in that order.";

/**
 * Orders the techniques of a session by its stored text. Without a text, only their offsets decide.
 * @throws AppError `conflict` without techniques, since a flow requires at least one
 */
export async function readFlow(
  deps: Pick<ExportDeps, "sessionFiles">,
  report: SessionReport,
): Promise<Flow> {
  if (report.techniques.length === 0) {
    throw new AppError(
      "conflict",
      "The session has no technique, and an Attack Flow needs at least one. Add a technique first.",
    );
  }
  const stored = await readSessionDocument(deps, report.session_id);
  const outline = stored?.document ?? { text: "", blocks: [] };
  const tactics = report.tactics.map(({ shortname }) => shortname);
  return { report, ...orderSteps(report.techniques, outline, tactics) };
}

/** Returns the description of a flow: the session's summary, and how to read the flow. */
export function describeFlow({ report, loose }: Flow): string {
  return [report.summary.trim(), FLOW_NOTE, ...(loose.length > 0 ? [LOOSE_NOTE] : [])]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n");
}

/** Returns the name of a flow. */
export function nameFlow({ report }: Flow): string {
  return stixLine(titleOf(report)) || `Analysis ${report.session_id.slice(-12)}`;
}

/** Returns the id of a technique's first tactic, or null if the release was removed. */
export function tacticIdOf(
  { tactic }: Pick<ReportedTechnique, "tactic">,
  { tactics }: Pick<SessionReport, "tactics">,
): string | null {
  return tactics.find(({ shortname }) => shortname === tactic)?.attack_id ?? null;
}
