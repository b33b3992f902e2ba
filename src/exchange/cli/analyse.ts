import type { Analysis } from "../../reading/sessions/schema.ts";
import { analysisTable } from "./analysis-table.ts";
import { CliError, UsageError } from "./cli-error.ts";
import {
  type Command,
  CONDITION_FAILED,
  FAILED,
  FINE,
  type Given,
  RELEASE_OPTIONS,
  SERVICE_OPTIONS,
  type Surroundings,
} from "./command.ts";
import { analysisConditions } from "./conditions.ts";
import { Lines } from "./lines.ts";
import { escapeObeyed, safeJson, safeLines } from "./printable.ts";
import { type Input, readInput, requireFiles } from "./read-input.ts";
import { type AnalysedReport, sarifLog } from "./sarif.ts";
import { readText, sendReport } from "./send-report.ts";
import { request, type Service } from "./service.ts";

const FORMATS = ["json", "markdown", "sarif"];

export const analyse: Command = {
  name: "analyse",
  usage: "FILE… [--json|--markdown|--sarif] [--fail-on CONDITION]",
  alias: "analyze",
  about:
    "Finds the ATT&CK techniques of reports (PDF, DOCX, HTML, TXT, Markdown), with the evidence for each.",
  examples: [
    "tradecraft analyse report.pdf",
    "tradecraft analyse *.pdf --sarif > findings.sarif",
    "tradecraft analyse --fail-on none --fail-on technique:T1059,T1105 - < report.txt",
    "tradecraft analyse --server https://cti.example.org https://blog.example.org/report",
  ],
  endsWith1: "A condition of --fail-on is true.",
  notes: [
    "FILE may be - for standard input and, with a server, the address of a page.",
    "",
    "Conditions of --fail-on, which may be repeated:",
    "  any              a technique was found",
    "  none             no technique was found in a file",
    "  review           a finding has a warning, or an ID of the report is in no release",
    "  technique:IDS    one of these was found, or a sub-technique: technique:T1059,T1105",
  ].join("\n"),
  options: {
    json: { about: "Print the analysis of each file as a line of JSON." },
    markdown: { about: "Print a report in Markdown for each file." },
    sarif: { about: "Print one SARIF 2.1.0 log of all files." },
    "fail-on": { value: "CONDITION", about: "End with 1 if this is true; see above." },
    mode: { value: "MODE", about: "precision, balanced (default) or recall." },
    ...RELEASE_OPTIONS,
    ...SERVICE_OPTIONS,
  },
  run: async (given, surroundings) => {
    requireFiles(given.files, "the reports to analyze");
    const [format = "text", second] = FORMATS.filter((name) => given.has(name));
    if (second !== undefined) throw new UsageError(`Choose --${format} or --${second}, not both.`);
    const conditions = analysisConditions(given.all("fail-on"));
    const service = await surroundings.open(given);
    const reports: AnalysedReport[] = [];
    let code = FINE;
    try {
      for (const file of given.files) {
        const report = await analyseOne(service, file, given, surroundings);
        if (report === null) {
          code = FAILED;
          continue;
        }
        if (format === "sarif") reports.push(report);
        else await surroundings.out(await print(service, format, report, surroundings));
        for (const reason of conditions.flatMap((fails) => fails(report.analysis) ?? [])) {
          surroundings.tell(`${escapeObeyed(report.input.name)} fails: ${reason}.`);
          if (code === FINE) code = CONDITION_FAILED;
        }
      }
      if (format === "sarif") await surroundings.out(`${safeJson(sarifLog(reports), 2)}\n`);
    } finally {
      await service.close();
    }
    return code;
  },
};

/** Returns the analysis of a file, or null after reporting the error. An invalid file does not stop the others. */
async function analyseOne(
  service: Service,
  file: string,
  given: Given,
  surroundings: Surroundings,
): Promise<AnalysedReport | null> {
  let input: Input | null = null;
  try {
    input = await readInput(file, surroundings);
    const analysis = await sendReport(service, input, given);
    // JSON output does not need it.
    const text = given.has("json") ? "" : await readText(service, analysis.session_id);
    return { input, analysis, text };
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    surroundings.tell(`${escapeObeyed(input?.name ?? file)}: ${escapeObeyed(error.message)}`);
    return null;
  }
}

async function print(
  service: Service,
  format: string,
  { input, analysis, text }: AnalysedReport,
  { hasColor }: Surroundings,
): Promise<string> {
  if (format === "json") return `${safeJson(analysis)}\n`;
  if (format === "markdown") return safeLines(await markdownOf(service, analysis));
  const bold = (part: string) => (hasColor ? `\u001b[1m${part}\u001b[22m` : part);
  const table = analysisTable(escapeObeyed(input.name), analysis, new Lines(text), bold);
  return service.url === null
    ? table
    : `${table}  ${service.url}/sessions/${analysis.session_id}\n\n`;
}

async function markdownOf(service: Service, { session_id: id }: Analysis): Promise<string> {
  return await (await request(service, `/api/export/analysis/${id}/markdown`)).text();
}
