import { checkCorrelation } from "../../languages/sigma/correlation.ts";
import type { Entry, Nodes } from "../../languages/sigma/nodes.ts";
import { scalarText } from "../detection/rule-scalar.ts";
import type { DetectionRule, RuleNames } from "../detection-rule.ts";
import { compileWords } from "./compile-words.ts";
import type { Correlation, CorrelationType, JoinedRule, Threshold } from "./correlation.ts";

/** A document with `correlation`, and its names. */
export interface CorrelationDocument {
  nodes: Nodes;
  names: RuleNames;
  entry: Entry;
  generate: boolean;
}

/** Seconds per unit; a month has 30 days, a year 365. */
const UNITS: Readonly<Record<string, number>> = {
  s: 1,
  m: 60,
  h: 3_600,
  d: 86_400,
  w: 604_800,
  M: 2_592_000,
  y: 31_536_000,
};

/** Compiles correlations, which may join one another. Reports errors to the findings. */
export function compileCorrelations(
  documents: readonly CorrelationDocument[],
  rules: readonly DetectionRule[],
): Correlation[] {
  const drafts = documents.map((document) => ({ document, correlation: draft(document) }));
  const correlations = drafts.map(({ correlation }) => correlation);
  for (const { document, correlation } of drafts) {
    join(document, correlation, [...rules, ...correlations]);
  }
  for (const { document, correlation } of drafts) {
    if (!isCircular(correlation, correlation, new Set())) continue;
    const { nodes, entry } = document;
    nodes.findings.error(
      entry.keyAt,
      "The correlation joins itself, by way of other correlations.",
    );
  }
  return correlations;
}

/** Compiles a correlation without the rules that it joins. */
function draft({ nodes, names, entry, generate }: CorrelationDocument): Correlation {
  checkCorrelation(nodes, entry);
  const entries = nodes.entries(entry.value) ?? new Map<string, Entry>();
  const text = (key: string) => scalarText(nodes, entries.get(key)?.value);
  const [, number = "0", unit = "s"] = /^(\d+)([smhdwMy])$/.exec(text("timespan")) ?? [];
  const condition = nodes.entries(entries.get("condition")?.value);
  const percentile = Number(nodes.scalar(condition?.get("percentile")?.value) ?? Number.NaN);
  const type = text("type") as CorrelationType;
  const fields = textsOf(nodes, condition?.get("field"));
  if (type.startsWith("value_") && fields.length === 0) {
    nodes.findings.error(entry.keyAt, `'${type}' needs the 'field' whose values it takes.`);
  }
  if (type === "value_percentile" && !(percentile >= 0 && percentile <= 100)) {
    nodes.findings.error(entry.keyAt, "'value_percentile' needs a 'percentile' from 0 to 100.");
  }
  return {
    names,
    type,
    joined: [],
    groupBy: textsOf(nodes, entries.get("group-by")),
    aliases: aliasesOf(nodes, entries.get("aliases")),
    timespan: Number(number) * (UNITS[unit] ?? 1) * 1_000,
    threshold: { isMet: () => true, isLowerBound: true },
    words: null,
    fields,
    percentile,
    generate,
  };
}

/** Resolves the rules that a correlation joins, and compiles its condition. */
function join(
  { nodes, entry }: CorrelationDocument,
  correlation: Correlation,
  known: readonly (DetectionRule | Correlation)[],
): void {
  const entries = nodes.entries(entry.value) ?? new Map<string, Entry>();
  const rules = entries.get("rules");
  const joined: JoinedRule[] = [];
  for (const reference of textsOf(nodes, rules)) {
    const rule = known.find(({ names }) => names.id === reference || names.name === reference);
    if (rule !== undefined) joined.push({ reference, rule });
    else {
      const message = `There is no rule '${reference.slice(0, 80)}' here; store it, or put it into the same text as another YAML document.`;
      nodes.findings.error(rules?.valueAt ?? entry.keyAt, message);
    }
  }
  correlation.joined = joined;
  const condition = entries.get("condition");
  const words = nodes.scalar(condition?.value);
  if (typeof words === "string" && correlation.type !== "temporal") {
    const message = `A condition in words is for 'temporal'; '${correlation.type}' compares a number.`;
    nodes.findings.error(condition?.valueAt ?? entry.keyAt, message);
  } else if (typeof words === "string") {
    try {
      correlation.words = compileWords(
        words,
        joined.map(({ reference }) => reference),
      );
    } catch (error) {
      nodes.findings.error(condition?.valueAt ?? entry.keyAt, (error as Error).message);
    }
  } else correlation.threshold = thresholdOf(nodes, condition, joined.length);
}

const COMPARE: Readonly<Record<string, (count: number, wanted: number) => boolean>> = {
  gt: (count, wanted) => count > wanted,
  gte: (count, wanted) => count >= wanted,
  lt: (count, wanted) => count < wanted,
  lte: (count, wanted) => count <= wanted,
  eq: (count, wanted) => count === wanted,
  neq: (count, wanted) => count !== wanted,
};

/** Combines several comparisons to a range. Without a condition, all of the rules must fire. */
function thresholdOf(nodes: Nodes, condition: Entry | undefined, rules: number): Threshold {
  const tests: ((count: number) => boolean)[] = [];
  let isLowerBound = true;
  for (const { key, value } of nodes.entries(condition?.value)?.values() ?? []) {
    const compare = Object.hasOwn(COMPARE, key) ? COMPARE[key] : undefined;
    if (compare === undefined) continue;
    const wanted = Number(nodes.scalar(value));
    tests.push((count) => compare(count, wanted));
    if (key !== "gt" && key !== "gte") isLowerBound = false;
  }
  if (tests.length === 0) return { isMet: (count) => count >= rules, isLowerBound: true };
  return { isMet: (count) => tests.every((test) => test(count)), isLowerBound };
}

/** Returns the texts of an entry with one text or a list of them. */
function textsOf(nodes: Nodes, entry: Entry | undefined): string[] {
  if (entry === undefined) return [];
  const items = nodes.items(entry.value)?.map(({ value }) => value) ?? [entry.value];
  return items
    .map((item) => nodes.scalar(item))
    .filter((item) => typeof item === "string" || typeof item === "number")
    .map(String);
}

function aliasesOf(nodes: Nodes, entry: Entry | undefined): Map<string, Map<string, string>> {
  const aliases = new Map<string, Map<string, string>>();
  for (const { key, value } of nodes.entries(entry?.value)?.values() ?? []) {
    const fields = new Map<string, string>();
    for (const rule of nodes.entries(value)?.values() ?? []) {
      fields.set(rule.key, scalarText(nodes, rule.value));
    }
    aliases.set(key, fields);
  }
  return aliases;
}

function isCircular(start: Correlation, at: Correlation, seen: Set<Correlation>): boolean {
  if (seen.has(at)) return false;
  seen.add(at);
  return at.joined.some(
    ({ rule }) => "joined" in rule && (rule === start || isCircular(start, rule, seen)),
  );
}
