/** A line with a value, as a scraper reads it. */
export interface ScrapedSample {
  /** With the suffix of a histogram. */
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** A metric with its samples, in the order of the text. */
export interface ScrapedMetric {
  help: string | null;
  type: string | null;
  samples: ScrapedSample[];
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL = String.raw`([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\[\\"n])*)"`;
const SAMPLE = new RegExp(`^(${NAME})(?:\\{((?:${LABEL},)*(?:${LABEL})?)\\})? (\\S+)$`);
const COMMENT = new RegExp(`^# (HELP|TYPE) (${NAME}) (.+)$`);
const TYPES = new Set(["counter", "gauge", "histogram", "summary", "untyped"]);
const NUMBER = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?|[+-]Inf|NaN)$/i;

/**
 * Reads the text exposition format of Prometheus, version 0.0.4, by its rules.
 * @throws Error with the line that breaks one
 */
export function readMetrics(text: string): Map<string, ScrapedMetric> {
  const metrics = new Map<string, ScrapedMetric>();
  if (!text.endsWith("\n")) throw new Error("The last line must end with a line feed.");
  let last = "";
  for (const line of text.slice(0, -1).split("\n")) {
    const name = readLine(line, metrics);
    if (name !== last && metrics.get(name)?.samples.length !== 0 && isOld(metrics, name))
      throw new Error(`The lines of ${name} are not one group: ${line}`);
    last = name;
  }
  for (const [name, metric] of metrics) requireWhole(name, metric);
  return metrics;
}

/** Whether a metric had begun before the one that comes last. */
function isOld(metrics: Map<string, ScrapedMetric>, name: string): boolean {
  return [...metrics.keys()].at(-1) !== name;
}

/** Reads a line into its metric, and returns the name of that. */
function readLine(line: string, metrics: Map<string, ScrapedMetric>): string {
  const comment = COMMENT.exec(line);
  if (comment !== null) {
    const [, kind, name = "", rest = ""] = comment;
    const metric = metricOf(metrics, name);
    const field = kind === "HELP" ? "help" : "type";
    if (metric[field] !== null) throw new Error(`A second ${kind} of ${name}.`);
    if (metric.samples.length > 0) throw new Error(`${kind} of ${name} after its samples.`);
    if (field === "type" && !TYPES.has(rest)) throw new Error(`No such type: ${line}`);
    metric[field] = rest;
    return name;
  }
  const [, name = "", labels = ""] = SAMPLE.exec(line) ?? [];
  const value = line.slice(line.lastIndexOf(" ") + 1);
  if (name === "" || !NUMBER.test(value)) throw new Error(`Not a sample: ${line}`);
  const own = ownerOf(metrics, name);
  metricOf(metrics, own).samples.push({ name, labels: readLabels(labels), value: toNumber(value) });
  return own;
}

/** The samples of a histogram have names of their own. */
function ownerOf(metrics: Map<string, ScrapedMetric>, name: string): string {
  const base = name.replace(/_(?:bucket|sum|count)$/, "");
  return metrics.get(base)?.type === "histogram" ? base : name;
}

function metricOf(metrics: Map<string, ScrapedMetric>, name: string): ScrapedMetric {
  const known = metrics.get(name) ?? { help: null, type: null, samples: [] };
  metrics.set(name, known);
  return known;
}

function readLabels(text: string): Record<string, string> {
  const pairs = [...text.matchAll(new RegExp(LABEL, "g"))].map(([, name = "", value = ""]) => {
    const plain = value.replaceAll(/\\(.)/g, (_, char: string) => (char === "n" ? "\n" : char));
    return [name, plain] as const;
  });
  if (new Set(pairs.map(([name]) => name)).size !== pairs.length)
    throw new Error(`A label occurs twice: ${text}`);
  return Object.fromEntries(pairs);
}

function toNumber(text: string): number {
  return Number(text.replace(/Inf$/i, "Infinity"));
}

/** @throws Error for a metric that is not described, repeats a series or is no histogram */
function requireWhole(name: string, { help, type, samples }: ScrapedMetric): void {
  if (help === null || type === null) throw new Error(`${name} has no HELP or no TYPE.`);
  const series = samples.map(({ name: full, labels }) => full + seriesOf(labels));
  const repeated = series.find((one, at) => series.indexOf(one) !== at);
  if (repeated !== undefined) throw new Error(`A series occurs twice: ${repeated}`);
  if ((type === "counter") !== name.endsWith("_total"))
    throw new Error(`${name} is a ${type}, which its name does not say.`);
  if (type === "histogram") requireHistogram(name, samples);
}

function seriesOf(labels: Record<string, string>): string {
  return JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** @throws Error unless the buckets rise to the count under +Inf */
function requireHistogram(name: string, samples: readonly ScrapedSample[]): void {
  const groups = Map.groupBy(samples, ({ labels }) => seriesOf({ ...labels, le: "" }));
  for (const [labels, group] of groups) {
    const of = (suffix: string) => group.filter((one) => one.name === `${name}${suffix}`);
    const buckets = of("_bucket").map(({ labels: { le = "" }, value }) => [toNumber(le), value]);
    const isRising = buckets.every(([bound = 0, n = 0], at) => {
      const [before = -Infinity, fewer = 0] = buckets[at - 1] ?? [];
      return bound > before && n >= fewer;
    });
    const [end = 0, all = 0] = buckets.at(-1) ?? [];
    const isWhole = of("_sum").length === 1 && of("_count")[0]?.value === all && end === Infinity;
    if (!isRising || !isWhole) throw new Error(`${name}${labels} is no histogram.`);
  }
}

/** The value of a series; undefined if there is none. */
export function valueOf(
  metrics: ReadonlyMap<string, ScrapedMetric>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const samples = [...metrics.values()].flatMap((metric) => metric.samples);
  const isMeant = (one: ScrapedSample) =>
    one.name === name && seriesOf(one.labels) === seriesOf(labels);
  return samples.find(isMeant)?.value;
}
