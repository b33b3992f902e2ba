import { stringify } from "csv-stringify/sync";
import { guardCell } from "../../../platform/lib/guard-cell.ts";
import { type HintedBy, listHintedBy } from "../../../reading/hints/hinted-by.ts";
import type { ReportedTechnique, SessionReport } from "./read-session-report.ts";

const COLUMNS: Record<string, (technique: ReportedTechnique, hinted: HintedBy) => string> = {
  attack_id: ({ attack_id }) => attack_id,
  name: ({ name }) => name,
  tactic: ({ tactic }) => tactic,
  // Techniques named by a person have no confidence of the analysis.
  confidence: ({ origin, confidence }) => (origin === "analyst" ? "" : String(confidence)),
  review_status: ({ review_status }) => review_status,
  verified: ({ verified }) => String(verified),
  evidence: ({ evidence }) => evidence,
  evidence_start: ({ evidence_start }) => String(evidence_start ?? ""),
  evidence_end: ({ evidence_end }) => String(evidence_end ?? ""),
  replaced_from: ({ replaced_from }) => replaced_from ?? "",
  url: ({ published }) => published?.url ?? "",
  origin: ({ origin }) => origin,
  note: ({ note }) => note,
  hinted_by: ({ attack_id }, hinted) => (hinted.get(attack_id) ?? []).join(" "),
};

/**
 * Exports the techniques of a session as CSV (RFC 4180) with a header line. Values that a spreadsheet would treat as a
 * formula begin with an apostrophe; the byte order mark identifies UTF-8 for Excel.
 */
export function buildTechniquesCsv(report: SessionReport): string {
  const columns = { ...COLUMNS, ...coverageColumns(report.coverage_states) };
  const names = Object.keys(columns);
  const hinted = listHintedBy(report);
  const rows = report.techniques.map((technique) =>
    Object.values(columns).map((read) => guardCell(read(technique, hinted))),
  );
  return stringify([names, ...rows], {
    bom: true,
    escape_formulas: true,
    record_delimiter: "\r\n",
    // A lone line feed in the evidence would otherwise be unquoted.
    quoted_string: true,
  });
}

/** Returns the columns of the team's coverage, or none if it is unknown. */
function coverageColumns(coverage: SessionReport["coverage_states"]): typeof COLUMNS {
  if (coverage === null) return {};
  const byId = new Map(coverage.techniques.map((one) => [one.attack_id, one]));
  return {
    coverage_state: ({ attack_id }) => byId.get(attack_id)?.state ?? "",
    coverage_family_state: ({ attack_id }) => byId.get(attack_id)?.family_state ?? "",
    coverage_rules: ({ attack_id }) => (byId.get(attack_id)?.rules ?? []).join("; "),
    coverage_collected: ({ attack_id }) => (byId.get(attack_id)?.collected ?? []).join("; "),
    coverage_missing: ({ attack_id }) => (byId.get(attack_id)?.missing ?? []).join("; "),
  };
}
