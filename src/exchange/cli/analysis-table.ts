import type { Analysis, TechniqueResult } from "../../reading/sessions/schema.ts";
import type { Lines } from "./lines.ts";
import { oneLine, shorten } from "./printable.ts";

const MAX_EVIDENCE = 200;

/** Formats an analysis for a terminal. */
export function analysisTable(
  name: string,
  analysis: Analysis,
  lines: Lines,
  bold: (text: string) => string,
): string {
  const { techniques, domain, version, document_kind: kind, warnings } = analysis;
  const count = techniques.length === 1 ? "1 technique" : `${techniques.length} techniques`;
  const widths = {
    id: Math.max(0, ...techniques.map(({ attack_id: id }) => id.length)),
    name: Math.max(0, ...techniques.map((technique) => technique.name.length)),
  };
  const rows = techniques.flatMap((technique) => {
    const id = bold(technique.attack_id.padEnd(widths.id));
    const title = oneLine(technique.name).padEnd(widths.name);
    const confidence = technique.confidence.toFixed(2);
    return [
      `  ${id}  ${title}  ${confidence}  ${whereOf(technique, lines)}`,
      `  ${" ".repeat(widths.id)}  “${shorten(oneLine(technique.evidence), MAX_EVIDENCE)}”`,
      ...technique.warnings.map((text) => `  ${" ".repeat(widths.id)}  Check: ${oneLine(text)}`),
    ];
  });
  const isOther = kind !== null && techniques.length === 0;
  return [
    `${bold(name)}: ${count} (${oneLine(domain)} ${oneLine(version)})`,
    ...(isOther ? [`  ${oneLine(analysis.summary)}`] : []),
    ...rows,
    ...warnings.map((text) => `  Note: ${oneLine(text)}`),
    "",
  ].join("\n");
}

/** Returns the position of the evidence in the analyzed text. */
function whereOf({ evidence_start: start, evidence_end: end }: TechniqueResult, lines: Lines) {
  if (start === null || end === null) return "not located in the text";
  return `line ${lines.placeOf(start).line}, characters ${start}-${end}`;
}
