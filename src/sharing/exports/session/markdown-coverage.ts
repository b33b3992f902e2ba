import {
  COVERAGE_NOTE,
  describeCoverage,
  describeProof,
  type SessionCoverage,
} from "../content/session-coverage.ts";
import { table } from "../dossier/markdown-parts.ts";
import { escapeMarkdown } from "./escape-markdown.ts";

/** Formats the team's coverage of a session's techniques as blocks of Markdown. */
export function writeCoverage(coverage: SessionCoverage): string[] {
  const rows = coverage.techniques.map((technique) => {
    const { rules, data } = describeProof(technique);
    const { attack_id: id, name, label, family_label: family } = technique;
    const state = family === null ? label : `${label} (with its family: ${family.toLowerCase()})`;
    return [`${id} ${name}`, state, rules, data].map(escapeMarkdown);
  });
  const heads = ["Technique", "State", "Enabled rules", "Log sources"];
  return [
    escapeMarkdown(describeCoverage(coverage)),
    escapeMarkdown(COVERAGE_NOTE),
    rows.length === 0 ? "" : table(heads, rows),
  ];
}
