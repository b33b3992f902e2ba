import { AppError } from "../../platform/lib/errors.ts";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import { Findings } from "../languages/findings.ts";

import type { SigmaDocument } from "../languages/sigma/document.ts";
import { type Entry, Nodes } from "../languages/sigma/nodes.ts";
import { parseSigma } from "../languages/sigma/parse.ts";
import { CompileContext, type Placeholders } from "./detection/compile-context.ts";
import { compileDetection } from "./detection/compile-detection.ts";
import {
  compileCorrelations,
  type CorrelationDocument,
} from "./correlation/compile-correlation.ts";
import type { Correlation } from "./correlation/correlation.ts";
import { DetectionRule, type Explanation, type RuleNames } from "./detection-rule.ts";
import { EventView } from "./events/event-view.ts";
import { applyFilter, type Filter, readFilter } from "./filters.ts";
import type { LogSource } from "./logsource/judge-source.ts";
import { MAX_TITLE_CHARS } from "../languages/vocabulary.ts";
import { Work } from "./work.ts";

/** Maximum number of aliases, since an alias is compiled at every use. */
const MAX_ALIASES = 100;
const NO_TACTICS: ReadonlySet<string> = new Set();

/** The compiled text of a rule: one rule, or several with correlations and filters. */
export class CompiledRule {
  /** Names of the first correlation, or else of the first rule. */
  readonly names: RuleNames;
  readonly rules: readonly DetectionRule[];
  readonly correlations: readonly Correlation[];

  constructor(rules: readonly DetectionRule[], correlations: readonly Correlation[]) {
    this.rules = rules;
    this.correlations = correlations;
    const first = correlations[0]?.names ?? rules[0]?.names;
    this.names = first ?? { title: "", id: null, name: null, level: null };
  }

  /** Returns whether one of the rules fires for an event. @throws AppError `validation_error`: too much work */
  match(event: unknown, work = new Work()): boolean {
    return this.matchView(new EventView(event, work));
  }

  matchView(view: EventView): boolean {
    return this.rules.some((rule) => rule.match(view));
  }

  /** Explains the result of each rule for an event. */
  explain(event: unknown, work = new Work()): Explanation[] {
    const view = new EventView(event, work);
    return this.rules.map((rule) => rule.explain(view));
  }
}

export interface CompileOptions {
  placeholders?: Placeholders | undefined;
}

/**
 * Compiles the text of a Sigma rule: YAML of one or more documents, rules, correlations and filters.
 * @throws AppError `validation_error` with line and reason of the first fault; the others are in `errors`
 */
export function compileSigma(content: string, options: CompileOptions = {}): CompiledRule {
  const findings = new Findings(content);
  const made: Made = { rules: [], filters: [], correlations: [] };
  const { documents, faults } = parseSigma(content);
  for (const { offset, message } of faults) findings.error(offset, message);
  throwFaults(findings);
  if (documents.length === 0) findings.error(0, "There is no rule.");
  for (const document of documents) {
    const nodes = new Nodes(document, content, findings, NO_TACTICS);
    compileDocument(new CompileContext(nodes, options.placeholders ?? {}), document, made);
  }
  throwFaults(findings);
  for (const filter of made.filters) applyFilter(filter, made.rules);
  const correlations = compileCorrelations(made.correlations, made.rules);
  throwFaults(findings);
  return new CompiledRule(made.rules, correlations);
}

interface Made {
  rules: DetectionRule[];
  filters: Filter[];
  correlations: CorrelationDocument[];
}

function compileDocument(context: CompileContext, document: SigmaDocument, made: Made): void {
  const { nodes } = context;
  const start = nodes.at(document.contents);
  if (nodes.aliases > MAX_ALIASES) {
    context.fail(start, `There are more than ${MAX_ALIASES} aliases.`);
    return;
  }
  const entries = nodes.entries(document.contents);
  if (entries === null) {
    context.fail(start, "A rule must be a map, beginning with 'title:'.");
    return;
  }
  if (entries.has("action")) {
    context.fail(
      start,
      "'action' is of Sigma version 1 and cannot be run; write each rule in full.",
    );
    return;
  }
  const names = namesOf(nodes, entries);
  const [correlation, filter] = [entries.get("correlation"), entries.get("filter")];
  if (correlation !== undefined) {
    const generate = nodes.scalar(entries.get("generate")?.value) === true;
    made.correlations.push({ nodes, names, entry: correlation, generate });
    return;
  }
  const logsource = logsourceOf(nodes, entries);
  if (filter !== undefined) {
    const compiled = readFilter(context, filter, logsource);
    if (compiled !== null) made.filters.push(compiled);
    return;
  }
  const detection = entries.get("detection");
  if (detection === undefined) {
    context.fail(start, "The rule has no 'detection'.");
    return;
  }
  const condition = compileDetection(context, detection, ["timeframe"]);
  if (condition !== null) made.rules.push(new DetectionRule(names, logsource, condition));
}

function namesOf(nodes: Nodes, entries: ReadonlyMap<string, Entry>): RuleNames {
  const text = (key: string) => {
    const value = nodes.scalar(entries.get(key)?.value);
    return typeof value === "string" && value !== "" ? value : null;
  };
  const title = cleanLine(text("title") ?? "")
    .slice(0, MAX_TITLE_CHARS)
    .toWellFormed();
  return { title, id: text("id"), name: text("name"), level: text("level") };
}

function logsourceOf(nodes: Nodes, entries: ReadonlyMap<string, Entry>): LogSource {
  const logsource = nodes.entries(entries.get("logsource")?.value);
  const text = (key: string) => {
    const value = nodes.scalar(logsource?.get(key)?.value);
    return typeof value === "string" && value !== "" ? value.toLowerCase() : null;
  };
  return { category: text("category"), product: text("product"), service: text("service") };
}

const MAX_FAULTS = 20;

function throwFaults(findings: Findings): void {
  if (!findings.hasErrors) return;
  const faults = findings
    .toValidation()
    .errors.map(({ line, message }) => `Line ${line}: ${message}`)
    .slice(0, MAX_FAULTS);
  throw new AppError("validation_error", `The rule cannot be run. ${faults[0] ?? ""}`, {
    errors: faults.map((detail) => ({ pointer: "/content", detail })),
  });
}
