import { describe, expect, it } from "vitest";
import { counter, gauge } from "../../../src/platform/metrics/metric.ts";
import { RequestCounters } from "../../../src/platform/metrics/request-counters.ts";
import { writeMetrics } from "../../../src/platform/metrics/write-metrics.ts";
import { readMetrics, valueOf } from "../../support/prometheus.ts";

describe("the text format", () => {
  it("escapes what a label and a help may hold, and reads back the same", () => {
    const odd = 'a "quoted" \\ word\nand a line';
    const text = writeMetrics([
      gauge("things", "First \\ and\nsecond.", [{ labels: { kind: odd }, value: 1.5 }]),
      gauge("edge", "Values that are no numbers.", [
        { labels: { at: "end" }, value: Number.POSITIVE_INFINITY },
        { labels: { at: "start" }, value: Number.NEGATIVE_INFINITY },
        { labels: { at: "none" }, value: Number.NaN },
      ]),
      counter("done_total", "No labels.", 3),
    ]);
    expect(text.split("\n").slice(0, 3)).toEqual([
      String.raw`# HELP things First \\ and\nsecond.`,
      "# TYPE things gauge",
      String.raw`things{kind="a \"quoted\" \\ word\nand a line"} 1.5`,
    ]);
    const read = readMetrics(text);
    expect(valueOf(read, "things", { kind: odd })).toBe(1.5);
    expect(valueOf(read, "edge", { at: "end" })).toBe(Number.POSITIVE_INFINITY);
    expect(valueOf(read, "edge", { at: "none" })).toBeNaN();
    expect(valueOf(read, "done_total")).toBe(3);
  });

  it.each([
    ["no line feed at the end", "# HELP a A.\n# TYPE a gauge\na 1"],
    ["no TYPE", "# HELP a A.\na 1\n"],
    ["two HELPs", "# HELP a A.\n# HELP a B.\n# TYPE a gauge\na 1\n"],
    ["a TYPE after samples", "# HELP a A.\na 1\n# TYPE a gauge\n"],
    ["a repeated series", '# HELP a A.\n# TYPE a gauge\na{x="1"} 1\na{x="1"} 2\n'],
    [
      "a metric in two parts",
      "# HELP a A.\n# TYPE a gauge\na 1\n# HELP b B.\n# TYPE b gauge\nb 1\na 2\n",
    ],
    ["a label that is not closed", '# HELP a A.\n# TYPE a gauge\na{x="1} 1\n'],
    ["a value that is no number", "# HELP a A.\n# TYPE a gauge\na one\n"],
    ["a counter without _total", "# HELP a A.\n# TYPE a counter\na 1\n"],
    [
      "a histogram without +Inf",
      '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 1\na_sum 1\na_count 1\n',
    ],
    [
      "a histogram that falls",
      '# HELP a A.\n# TYPE a histogram\na_bucket{le="1"} 2\na_bucket{le="+Inf"} 1\na_sum 1\na_count 1\n',
    ],
  ])("a text with %s is refused by the reader of these tests", (_, text) => {
    expect(() => readMetrics(text)).toThrow();
  });
});

describe("the counters of requests", () => {
  const route = "/api/layers/{layer_id}";

  it("count by method, route and status class, with a histogram of seconds", () => {
    const counters = new RequestCounters();
    counters.count("GET", route, 200, 0.004);
    counters.count("GET", route, 304, 0.2);
    counters.count("GET", route, 404, 99);
    const read = readMetrics(writeMetrics(counters.measure()));
    const labels = { method: "GET", route };
    const total = (status: string) =>
      valueOf(read, "tradecraft_http_requests_total", { ...labels, status });
    expect(["2xx", "3xx", "4xx", "5xx"].map(total)).toEqual([1, 1, 1, undefined]);
    const name = "tradecraft_http_request_duration_seconds";
    const bucket = (le: string) => valueOf(read, `${name}_bucket`, { ...labels, le });
    expect(["0.005", "0.1", "0.25", "30", "+Inf"].map(bucket)).toEqual([1, 1, 2, 2, 3]);
    expect(valueOf(read, `${name}_sum`, labels)).toBeCloseTo(99.204);
  });

  it("make one series of methods that nobody knows", () => {
    const counters = new RequestCounters();
    for (let n = 0; n < 1000; n += 1) counters.count(`WORD${n}`, "none", 405, 0);
    const [requests] = counters.measure();
    expect(requests?.samples).toEqual([
      { labels: { method: "OTHER", route: "none", status: "4xx" }, value: 1000 },
    ]);
  });
});
