import { stringify } from "csv-stringify/sync";
import { guardCell } from "../../../platform/lib/guard-cell.ts";
import type { Dossier, DossierTechnique, Statement } from "../../../reading/dossiers/schema.ts";

interface Line {
  technique: DossierTechnique;
  statement: Statement;
  title: string;
}

const COLUMNS: Record<string, (line: Line) => string> = {
  attack_id: ({ technique }) => technique.attack_id,
  name: ({ technique }) => technique.name,
  tactic: ({ technique }) => technique.tactic,
  domain: ({ technique }) => technique.domain,
  session_count: ({ technique }) => String(technique.session_count),
  session_id: ({ statement }) => statement.session_id,
  session_title: ({ title }) => title,
  named_as: ({ statement }) => statement.attack_id,
  // Techniques named by a person have no confidence of the analysis.
  confidence: ({ statement: { origin, confidence } }) =>
    origin === "analyst" ? "" : String(confidence),
  review_status: ({ statement }) => statement.review_status,
  origin: ({ statement }) => statement.origin,
  verified: ({ statement }) => String(statement.verified),
  evidence: ({ statement }) => statement.evidence,
  evidence_start: ({ statement }) => String(statement.evidence_start ?? ""),
  evidence_end: ({ statement }) => String(statement.evidence_end ?? ""),
  note: ({ statement }) => statement.note,
};

/**
 * Exports the statements of each session about each technique as CSV (RFC 4180) with a header line, one line each.
 * Values that a spreadsheet would treat as a formula begin with an apostrophe.
 */
export function buildDossierCsv({ techniques, sessions }: Dossier): string {
  const titles = new Map(sessions.map(({ session_id: id, title }) => [id, title ?? ""]));
  const rows = techniques.flatMap((technique) =>
    technique.named_by.map((statement) => {
      const line = { technique, statement, title: titles.get(statement.session_id) ?? "" };
      return Object.values(COLUMNS).map((read) => guardCell(read(line)));
    }),
  );
  return stringify([Object.keys(COLUMNS), ...rows], {
    bom: true,
    escape_formulas: true,
    record_delimiter: "\r\n",
    quoted_string: true,
  });
}
