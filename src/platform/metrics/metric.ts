/** One number of a metric. */
export interface Sample {
  /** Labels with few values and never an id: every combination is a series that Prometheus stores. */
  labels: Readonly<Record<string, string>>;
  value: number;
  /** Suffix of the metric's name, for the parts of a histogram. */
  suffix?: "_bucket" | "_sum" | "_count";
}

/** A metric in base units (seconds, bytes), whose name ends with the unit or `_total`. */
export interface Metric {
  name: string;
  /** One sentence. */
  help: string;
  type: "counter" | "gauge" | "histogram";
  samples: readonly Sample[];
}

/** Creates a metric whose value goes up and down. */
export function gauge(name: string, help: string, samples: readonly Sample[] | number): Metric {
  return { name, help, type: "gauge", samples: toSamples(samples) };
}

/** Creates a metric whose value only grows. Its name ends with `_total`. */
export function counter(name: string, help: string, samples: readonly Sample[] | number): Metric {
  return { name, help, type: "counter", samples: toSamples(samples) };
}

/** A label and all its values. */
export type LabelValues = readonly [label: string, values: readonly string[]];

/**
 * Returns a sample for every combination of two labels, 0 if it was never counted: a series that begins at 0 shows its
 * first increase.
 */
export function crossSamples(
  [label, values]: LabelValues,
  [otherLabel, others]: LabelValues,
  counts: readonly (readonly [value: string, other: string, n: number])[],
): Sample[] {
  const counted = new Map(counts.map(([value, other, n]) => [`${value} ${other}`, n]));
  return values.flatMap((value) =>
    others.map((other) => ({
      labels: { [label]: value, [otherLabel]: other },
      value: counted.get(`${value} ${other}`) ?? 0,
    })),
  );
}

function toSamples(samples: readonly Sample[] | number): readonly Sample[] {
  return typeof samples === "number" ? [{ labels: {}, value: samples }] : samples;
}
