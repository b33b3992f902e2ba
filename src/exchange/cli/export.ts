import { writeFile } from "node:fs/promises";
import { CliError, UsageError } from "./cli-error.ts";
import { type Command, FINE, type Given, RELEASE_OPTIONS, SERVICE_OPTIONS } from "./command.ts";
import { escapeObeyed } from "./printable.ts";
import { request } from "./service.ts";
import { readAsked } from "./technique-ids.ts";

/** Suffix of a session's path for each format. */
const SESSION = {
  pdf: "",
  markdown: "/markdown",
  stix: "/stix",
  navigator: "/navigator",
  csv: "/csv",
};
const DOSSIER = ["markdown", "csv", "json"];

export const exportCommand: Command = {
  name: "export",
  usage: "SESSION|FILE --format FORMAT [--output FILE]",
  about:
    "Writes a session, or the analysis of a report, as a file: pdf, markdown, stix, navigator or csv.",
  notes: "With --dossier, the ID is that of a dossier: markdown, csv or json.",
  examples: [
    "tradecraft export report.pdf --format stix --output report.json",
    "tradecraft export 0198f3a1-5c1e-7d40-9b2a-3f6d1c8e4a70 --format pdf -o report.pdf --server https://cti.example.org",
  ],
  options: {
    format: { value: "FORMAT", about: "Form of the file (default: markdown)." },
    output: { value: "FILE", about: "Where to write it (default: standard output)." },
    dossier: { about: "The ID is that of a dossier." },
    ...RELEASE_OPTIONS,
    ...SERVICE_OPTIONS,
  },
  run: async (given, surroundings) => {
    if (given.files.length !== 1)
      throw new UsageError("Name one session, one report or one dossier.");
    const output = given.get("output");
    const format = formatOf(given);
    if (format === "pdf" && output === undefined && surroundings.isTerminal) {
      throw new UsageError("A PDF is not for a terminal. Name a file with --output.");
    }
    const service = await surroundings.open(given);
    try {
      const { ids, analyses } = await readAsked(service, given, surroundings);
      const id = analyses[0]?.session_id ?? ids[0]?.id;
      if (id === undefined || (analyses.length === 0 && ids[0]?.parameter !== "session_id")) {
        throw new UsageError(
          `${escapeObeyed(given.files[0] ?? "")} is neither a session nor a file.`,
        );
      }
      const path = given.has("dossier")
        ? `/api/dossiers/${id}/export?format=${format}`
        : `/api/export/analysis/${id}${SESSION[format as keyof typeof SESSION]}`;
      const bytes = new Uint8Array(await (await request(service, path)).arrayBuffer());
      if (output === undefined) await surroundings.out(bytes);
      else await save(output, bytes);
    } finally {
      await service.close();
    }
    return FINE;
  },
};

function formatOf(given: Given): string {
  const format = given.get("format") ?? "markdown";
  const known = given.has("dossier") ? DOSSIER : Object.keys(SESSION);
  if (known.includes(format)) return format;
  throw new UsageError(`--format must be one of ${known.join(", ")}.`);
}

async function save(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeFile(path, bytes);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(
      `${escapeObeyed(path)} cannot be written (${code}). Choose another file with --output.`,
      { cause: error },
    );
  }
}
