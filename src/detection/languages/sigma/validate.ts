import { Findings, type Validation } from "../findings.ts";
import { checkCorrelation } from "./correlation.ts";
import { checkDetection } from "./detection.ts";
import { checkMetadata } from "./metadata.ts";
import type { SigmaDocument } from "./document.ts";
import { type Entry, Nodes } from "./nodes.ts";
import { type ParsedSigma, parseSigma } from "./parse.ts";

/** Maximum number of aliases, since an alias is checked at every use. */
const MAX_ALIASES = 100;

/** Checks one or more Sigma documents against the specification 2.1.0. Version 1 syntax only causes warnings. */
export function validateSigma(content: string, tactics: ReadonlySet<string>): Validation {
  return checkSigma(content, parseSigma(content), tactics);
}

/** Checks a text that is already parsed, like `validateSigma`. */
export function checkSigma(
  content: string,
  { documents, faults }: ParsedSigma,
  tactics: ReadonlySet<string>,
): Validation {
  const findings = new Findings(content);
  for (const { offset, message } of faults) findings.error(offset, message);
  if (faults.length === 0) {
    if (documents.length === 0) findings.error(0, "There is no rule.");
    for (const document of documents) checkDocument(document, content, findings, tactics);
  }
  return findings.toValidation();
}

function checkDocument(
  document: SigmaDocument,
  content: string,
  findings: Findings,
  tactics: ReadonlySet<string>,
): void {
  const nodes = new Nodes(document, content, findings, tactics);
  const start = nodes.at(document.contents);
  if (nodes.aliases > MAX_ALIASES) {
    findings.error(start, `There are more than ${MAX_ALIASES} aliases.`);
    return;
  }
  const entries = nodes.entries(document.contents);
  if (entries === null) {
    findings.error(start, "A rule must be a map, beginning with 'title:'.");
    return;
  }
  checkMetadata(nodes, entries);
  // Collections of version 1 store common fields in one document.
  if (entries.has("action")) {
    findings.warn(start, "'action' is of Sigma version 1.");
    return;
  }
  const demand = (key: string): Entry | undefined => {
    const entry = entries.get(key);
    if (entry === undefined) findings.error(start, `The rule has no '${key}'.`);
    return entry;
  };
  demand("title");
  const correlation = entries.get("correlation");
  if (correlation !== undefined) {
    checkCorrelation(nodes, correlation);
    return;
  }
  const logsource = demand("logsource");
  if (logsource !== undefined) checkLogsource(nodes, logsource);
  const filter = entries.get("filter");
  if (filter !== undefined) checkDetection(nodes, filter, ["rules"]);
  const detection = filter === undefined ? demand("detection") : undefined;
  if (detection !== undefined) checkDetection(nodes, detection, ["timeframe"]);
}

function checkLogsource(nodes: Nodes, logsource: Entry): void {
  const entries = nodes.entries(logsource.value);
  if (entries === null || !["category", "product", "service"].some((key) => entries.has(key))) {
    nodes.findings.error(logsource.keyAt, "'logsource' needs a category, a product or a service.");
  }
  for (const { key, keyAt, value, valueAt } of entries?.values() ?? []) {
    const isKnown = ["category", "product", "service", "definition"].includes(key);
    if (!isKnown) {
      const known = "category, product, service and definition";
      nodes.findings.warn(keyAt, `'${key}' does not describe a log source; known are ${known}.`);
    }
    if (isKnown && typeof nodes.scalar(value) !== "string") {
      nodes.findings.error(valueAt, `'${key}' must be text.`);
    }
  }
}
