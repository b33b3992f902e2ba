import type { Metric, Sample } from "./metric.ts";

/** Media type of the `writeMetrics` output. */
export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

/** Writes metrics in the text exposition format of Prometheus, version 0.0.4. */
export function writeMetrics(metrics: readonly Metric[]): string {
  return metrics
    .map(({ name, help, type, samples }) => {
      const head = `# HELP ${name} ${escapeHelp(help)}\n# TYPE ${name} ${type}\n`;
      return head + samples.map((sample) => writeSample(name, sample)).join("");
    })
    .join("");
}

function writeSample(name: string, { labels, value, suffix }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  const set = pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
  return `${name}${suffix ?? ""}${set} ${writeNumber(value)}\n`;
}

function writeNumber(value: number): string {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? "NaN" : value > 0 ? "+Inf" : "-Inf";
}

function escapeHelp(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
}

function escapeLabel(text: string): string {
  return escapeHelp(text).replaceAll('"', '\\"');
}
