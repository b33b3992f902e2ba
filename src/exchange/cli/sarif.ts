import { createHash } from "node:crypto";
import { relative, resolve, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { PRODUCT } from "../../platform/lib/product.ts";
import type { Analysis, TechniqueResult } from "../../reading/sessions/schema.ts";
import { Lines } from "./lines.ts";
import { oneLine } from "./printable.ts";
import type { Input } from "./read-input.ts";

/** A report, its analysis, and the text that the offsets refer to. */
export interface AnalysedReport {
  input: Input;
  analysis: Analysis;
  text: string;
}

const SCHEMA =
  "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/** Returns a SARIF 2.1.0 log: techniques are its rules, and each finding is a result in its file. */
export function sarifLog(reports: readonly AnalysedReport[]): object {
  const techniques = reports.flatMap(({ analysis }) => analysis.techniques);
  const byId = new Map(techniques.map((technique) => [technique.attack_id, technique]));
  const rules = [...byId.values()].sort((a, b) => (a.attack_id < b.attack_id ? -1 : 1));
  const indexes = new Map(rules.map(({ attack_id: id }, index) => [id, index]));
  return {
    $schema: SCHEMA,
    version: "2.1.0",
    runs: [
      {
        tool: {
          driver: {
            name: "Tradecraft",
            semanticVersion: PRODUCT.version,
            rules: rules.map(toRule),
          },
        },
        columnKind: "utf16CodeUnits",
        artifacts: reports.map(({ input }) => ({
          location: { uri: uriOf(input) },
          roles: ["analysisTarget"],
        })),
        results: reports.flatMap((report, artifact) => {
          const places = new Places(report);
          return report.analysis.techniques.map((technique) => ({
            ruleId: technique.attack_id,
            ruleIndex: indexes.get(technique.attack_id),
            level: "note",
            kind: "fail",
            rank: Math.round(technique.confidence * 1000) / 10,
            message: { text: messageOf(technique) },
            locations: [
              {
                physicalLocation: {
                  artifactLocation: { uri: uriOf(report.input), index: artifact },
                  ...places.regionOf(technique),
                },
              },
            ],
            partialFingerprints: { "techniqueAndEvidence/v1": fingerprintOf(technique) },
          }));
        }),
      },
    ],
  };
}

/** Converts a technique to a SARIF rule. GitHub's code scanning requires a full description and a help text. */
function toRule({ attack_id: id, name, tactic }: TechniqueResult) {
  const title = `${id} ${name}`;
  const helpUri = `https://attack.mitre.org/techniques/${id.replace(".", "/")}/`;
  return {
    id,
    name,
    shortDescription: { text: title },
    fullDescription: { text: `MITRE ATT&CK technique ${title}, of the tactic ${tactic}.` },
    help: {
      text: `${title}: ${helpUri}`,
      markdown: `MITRE ATT&CK describes [${title}](${helpUri}), and how to detect and mitigate it.`,
    },
    helpUri,
    defaultConfiguration: { level: "note" },
    properties: { tags: ["attack", tactic] },
  };
}

function messageOf({ attack_id: id, name, confidence, evidence }: TechniqueResult): string {
  return `${id} ${name} (confidence ${confidence.toFixed(2)}): “${oneLine(evidence)}”`;
}

/** Returns a fingerprint that a finding retains in later versions of the report, whatever its position. */
function fingerprintOf({ attack_id: id, evidence }: TechniqueResult): string {
  return createHash("sha256")
    .update(`${id}\n${oneLine(evidence)}`, "utf8")
    .digest("hex")
    .slice(0, 32);
}

/** Returns a URI relative to the working directory, as code scanning expects, or an absolute one. */
function uriOf(input: Input): string {
  if ("url" in input) return input.url;
  const path = relative(process.cwd(), resolve(input.name));
  if (path.startsWith("..")) return pathToFileURL(resolve(input.name)).href;
  return path.split(sep).map(encodeURIComponent).join("/");
}

/** Regions of a report: in the file itself for plain text, otherwise in the extracted text. */
class Places {
  readonly #lines: Lines;
  readonly #text: string;
  /** Offsets in the text before which the file has a carriage return. */
  readonly #returns: readonly number[];

  constructor({ input, text }: AnalysedReport) {
    this.#text = text;
    this.#lines = new Lines(text);
    this.#returns = "bytes" in input ? returnsIn(new TextDecoder().decode(input.bytes), text) : [];
  }

  regionOf({ evidence_start: start, evidence_end: end }: TechniqueResult): object {
    // A finding without a position applies to the whole file.
    if (start === null || end === null) return {};
    const first = this.#lines.placeOf(start);
    const last = this.#lines.placeOf(end);
    const shift = (offset: number) => offset + this.#returns.filter((at) => at < offset).length;
    return {
      region: {
        startLine: first.line,
        startColumn: first.column,
        endLine: last.line,
        endColumn: last.column,
        charOffset: shift(start),
        charLength: shift(end) - shift(start),
        snippet: { text: this.#text.slice(start, end) },
      },
    };
  }
}

/**
 * Returns the line ends that lost a carriage return when the file was read, or none if the text differs from the file.
 */
function returnsIn(file: string, text: string): number[] {
  if (!file.includes("\r\n") || file.replaceAll("\r\n", "\n") !== text) return [];
  return [...file.matchAll(/\r\n/g)].map(({ index }, before) => index - before);
}
