/** One number of a metric. */
export interface Sample {
  /** Few values each, and never an id: every combination is a series that Prometheus stores. */
  labels: Readonly<Record<string, string>>;
  value: number;
  /** What follows the name of the metric: the parts of a histogram. */
  suffix?: "_bucket" | "_sum" | "_count";
}

/** What is measured, in base units (seconds, bytes), under a name that ends with the unit, or `_total`. */
export interface Metric {
  name: string;
  /** One sentence. */
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly Sample[];
}

/** A value that goes up and down. */
export function gauge(name: string, help: string, samples: readonly Sample[] | number): Metric {
  return { name, help, type: "gauge", samples: toSamples(samples) };
}

/** A value that only grows; its name ends with `_total`. */
export function counter(name: string, help: string, samples: readonly Sample[] | number): Metric {
  return { name, help, type: "counter", samples: toSamples(samples) };
}

function toSamples(samples: readonly Sample[] | number): readonly Sample[] {
  return typeof samples === "number" ? [{ labels: {}, value: samples }] : samples;
}
