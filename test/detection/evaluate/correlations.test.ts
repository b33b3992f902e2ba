import { describe, expect, it } from "vitest";
import { compileSigma } from "../../../src/detection/evaluate/compile-sigma.ts";
import { countEvents } from "../../../src/detection/evaluate/read/read-events.ts";
import { EventRun } from "../../../src/detection/evaluate/run-events.ts";
import { refusal, ruleOf } from "../../support/sigma.ts";

const base = (name: string) => `name: ${name}\n${ruleOf(`s:\n    kind: ${name}\ncondition: s`)}`;
const join = (...documents: string[]) => documents.join("\n---\n");

interface Spec {
  type: string;
  rules: string;
  timespan?: string;
  groupBy?: string;
  condition?: string;
  more?: string;
}

const correlation = ({ type, rules, timespan = "1m", groupBy, condition, more = "" }: Spec) =>
  [
    `title: ${type}`,
    more,
    "correlation:",
    `    type: ${type}`,
    `    rules: [${rules}]`,
    ...(groupBy === undefined ? [] : [`    group-by: [${groupBy}]`]),
    `    timespan: ${timespan}`,
    ...(condition === undefined ? [] : [`    condition: ${condition}`]),
  ]
    .filter((line) => line !== "")
    .join("\n");

/** An event of a kind at a second. */
const at = (second: number, kind: string, more: object = {}) => ({
  kind,
  "@timestamp": new Date(Date.UTC(2026, 10, 23) + second * 1_000).toISOString(),
  ...more,
});

function run(content: string, events: readonly object[]) {
  const stream = new EventRun(compileSigma(content));
  for (const event of countEvents(events)) stream.push(event);
  return stream.end();
}

/** Alerts as `title: places`. */
const alerts = (content: string, events: readonly object[]) =>
  run(content, events).alerts.map(
    ({ correlation: { title }, events: places }) => `${title}: ${places.join(" ")}`,
  );

const seconds = (kind: string, times: readonly number[], more: object = {}) =>
  times.map((second) => at(second, kind, more));

describe("event_count", () => {
  const three = (condition = "{gte: 3}", groupBy?: string) =>
    join(
      correlation({
        type: "event_count",
        rules: "a",
        condition,
        ...(groupBy !== undefined && { groupBy }),
      }),
      base("a"),
    );

  it("counts within a time that slides", () => {
    expect(alerts(three(), seconds("a", [0, 30, 61, 90]))).toEqual(["event_count: 1 2 3"]);
    expect(alerts(three(), seconds("a", [0, 31, 62, 93]))).toEqual([]);
    expect(alerts(three(), seconds("a", [0, 30, 60]))).toEqual(["event_count: 0 1 2"]);
  });

  it("is one alert while it goes on, and another one after a pause", () => {
    const events = seconds("a", [0, 1, 2, 3, 200, 201, 202]);
    expect(alerts(three(), events)).toEqual(["event_count: 0 1 2 3", "event_count: 4 5 6"]);
  });

  it("takes events in whatever order they come", () => {
    expect(alerts(three(), seconds("a", [61, 0, 90, 30]))).toEqual(["event_count: 3 0 2"]);
  });

  it("counts each group for itself, and leaves out what has none", () => {
    const events = [
      ...seconds("a", [0, 1], { u: "x" }),
      ...seconds("a", [2, 3, 4], { u: "Иван" }),
      ...seconds("a", [5, 6, 7]),
    ];
    const result = run(three("{gte: 3}", "u"), events);
    expect(result.alerts.map(({ group, count }) => [group, count])).toEqual([[{ u: "Иван" }, 3]]);
  });

  it("looks at ranges, equality and upper bounds when the time is over", () => {
    expect(alerts(three("{eq: 2}"), seconds("a", [0, 1]))).toEqual(["event_count: 0 1"]);
    expect(alerts(three("{eq: 2}"), seconds("a", [0, 1, 2]))).toEqual([]);
    expect(alerts(three("{gt: 1, lte: 3}"), seconds("a", [0, 1, 2]))).toEqual([
      "event_count: 0 1 2",
    ]);
    expect(alerts(three("{gt: 1, lte: 3}"), seconds("a", [0, 1, 2, 3]))).toEqual([]);
    expect(alerts(three("{lt: 2}"), seconds("a", [0, 100, 101, 300]))).toEqual([
      "event_count: 0",
      "event_count: 3",
    ]);
    expect(alerts(three("{neq: 1}"), seconds("a", [0, 1]))).toEqual(["event_count: 0 1"]);
  });

  it("counts an event that two rules fire for once", () => {
    const content = join(
      correlation({ type: "event_count", rules: "a, any", condition: "{gte: 2}" }),
      base("a"),
      `name: any\n${ruleOf("s:\n    kind: '*'\ncondition: s")}`,
    );
    expect(alerts(content, [at(0, "a")])).toEqual([]);
    expect(alerts(content, [at(0, "a"), at(1, "b")])).toEqual(["event_count: 0 1"]);
  });

  it("takes events without a time as of the one before", () => {
    expect(alerts(three(), [{ kind: "a" }, { kind: "a" }, { kind: "a" }])).toEqual([
      "event_count: 0 1 2",
    ]);
    expect(run(three(), [{ kind: "a" }, { kind: "a" }, { kind: "a" }]).alerts[0]?.from).toBeNull();
    expect(alerts(three(), [at(0, "a"), { kind: "a" }, at(90, "a"), { kind: "a" }])).toEqual([]);
  });
});

describe("counts of values", () => {
  const of = (type: string, condition: string) =>
    join(correlation({ type, rules: "a", condition }), base("a"));
  const values = (...list: unknown[]) => list.map((v, i) => at(i, "a", { v }));

  it("are of distinct ones", () => {
    const content = of("value_count", "{field: v, gte: 3}");
    expect(alerts(content, values("x", "x", "y", "x"))).toEqual([]);
    expect(alerts(content, values("x", "x", "y", "z"))).toEqual(["value_count: 0 1 2 3"]);
    expect(alerts(content, values("x", "y", undefined, "y"))).toEqual([]);
    const two = of("value_count", "{field: [v, w], gte: 2}");
    expect(alerts(two, [at(0, "a", { v: 1, w: 1 }), at(1, "a", { v: 1, w: 2 })])).toHaveLength(1);
  });

  it("forget values that are past", () => {
    const content = of("value_count", "{field: v, gte: 3}");
    const events = [at(0, "a", { v: 1 }), at(50, "a", { v: 2 }), at(61, "a", { v: 3 })];
    expect(alerts(content, events)).toEqual([]);
  });

  it("are sums, averages, medians and percentiles", () => {
    expect(alerts(of("value_sum", "{field: v, gt: 10}"), values(5, "5", 1))).toEqual([
      "value_sum: 0 1 2",
    ]);
    expect(alerts(of("value_sum", "{field: v, gt: 10}"), values(5, "many", 5))).toEqual([]);
    expect(alerts(of("value_avg", "{field: v, gte: 5}"), values(9, 1, 5))).toHaveLength(1);
    expect(alerts(of("value_avg", "{field: v, gte: 5}"), values(9, 1, 4))).toEqual([]);
    expect(alerts(of("value_median", "{field: v, eq: 2.5}"), values(1, 100, 2, 3))).toHaveLength(1);
    const percentile = of("value_percentile", "{field: v, percentile: 90, gte: 9}");
    expect(alerts(percentile, values(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))).toHaveLength(1);
    expect(alerts(percentile, values(1, 2, 3, 4, 5, 6, 7, 8))).toEqual([]);
  });
});

describe("temporal", () => {
  const rules = [base("a"), base("b"), base("c")];
  const together = (spec: Partial<Spec> = {}) =>
    join(correlation({ type: "temporal", rules: "a, b, c", ...spec }), ...rules);

  it("wants all rules within the time, in any order", () => {
    const events = [at(0, "c"), at(20, "a"), at(40, "b")];
    expect(alerts(together(), events)).toEqual(["temporal: 0 1 2"]);
    expect(alerts(together(), [at(0, "c"), at(20, "a"), at(61, "b")])).toEqual([]);
  });

  it("wants as many of them as the condition says", () => {
    expect(alerts(together({ condition: "{gte: 2}" }), [at(0, "c"), at(20, "a")])).toHaveLength(1);
    expect(
      alerts(together({ condition: "{eq: 2}" }), [at(0, "c"), at(1, "a"), at(2, "b")]),
    ).toEqual([]);
  });

  it("takes conditions in words", () => {
    const words = together({ condition: "a and not b" });
    expect(alerts(words, [at(0, "a"), at(200, "b")])).toEqual(["temporal: 0"]);
    expect(alerts(words, [at(0, "a"), at(10, "b")])).toEqual([]);
    const either = together({ condition: "(a or b) and c" });
    expect(alerts(either, [at(0, "b"), at(10, "c")])).toEqual(["temporal: 0 1"]);
  });

  it("groups by the fields that aliases stand for", () => {
    const aliases = "    aliases:\n        ip:\n            a: src.ip\n            b: dst";
    const content = join(
      `${correlation({ type: "temporal", rules: "a, b", groupBy: "ip" })}\n${aliases}`,
      ...rules,
    );
    const a = at(0, "a", { src: { ip: "10.0.0.1" } });
    expect(alerts(content, [a, at(1, "b", { dst: "10.0.0.1" })])).toEqual(["temporal: 0 1"]);
    expect(alerts(content, [a, at(1, "b", { dst: "10.0.0.2" })])).toEqual([]);
    expect(alerts(content, [a, at(1, "b", { src: { ip: "10.0.0.1" } })])).toEqual([]);
  });

  it("in order wants the order of the rules", () => {
    const ordered = (spec: Partial<Spec> = {}) =>
      join(correlation({ type: "temporal_ordered", rules: "a, b, c", ...spec }), ...rules);
    expect(alerts(ordered(), [at(0, "a"), at(1, "b"), at(2, "c")])).toEqual([
      "temporal_ordered: 0 1 2",
    ]);
    expect(alerts(ordered(), [at(0, "b"), at(1, "a"), at(2, "c")])).toEqual([]);
    expect(alerts(ordered(), [at(2, "c"), at(0, "a"), at(1, "b")])).toEqual([
      "temporal_ordered: 1 2 0",
    ]);
    const late = [at(0, "a"), at(50, "a"), at(80, "b"), at(100, "c")];
    expect(alerts(ordered(), late)).toEqual(["temporal_ordered: 1 2 3"]);
    expect(alerts(ordered(), [at(0, "a"), at(30, "b"), at(61, "c")])).toEqual([]);
    const two = ordered({ condition: "{gte: 2}" });
    expect(alerts(two, [at(0, "a"), at(1, "c")])).toEqual(["temporal_ordered: 0 1"]);
    // Of what may stand before c, the one that began last leaves most time for d.
    const three = join(
      correlation({ type: "temporal_ordered", rules: "a, b, c, d", condition: "{gte: 3}" }),
      ...rules,
      base("d"),
    );
    expect(alerts(three, [at(0, "b"), at(40, "a"), at(50, "c"), at(90, "d")])).toEqual([
      "temporal_ordered: 1 2 3",
    ]);
  });
});

describe("chains of correlations", () => {
  const content = join(
    correlation({ type: "temporal_ordered", rules: "many, b", timespan: "10m", groupBy: "u" }),
    correlation({
      type: "event_count",
      rules: "a",
      groupBy: "u",
      condition: "{gte: 3}",
      more: "name: many",
    }),
    base("a"),
    base("b"),
  );

  it("fire one after the other, by group", () => {
    const failed = seconds("a", [0, 1, 2], { u: "x" });
    expect(alerts(content, [...failed, at(30, "b", { u: "x" })])).toEqual([
      "temporal_ordered: 0 1 2 3",
      "event_count: 0 1 2",
    ]);
    expect(alerts(content, [...failed, at(30, "b", { u: "y" })])).toEqual(["event_count: 0 1 2"]);
    expect(
      alerts(content, [at(0, "b", { u: "x" }), ...seconds("a", [1, 2, 3], { u: "x" })]),
    ).toEqual(["event_count: 1 2 3"]);
  });

  it("see how long a count goes on", () => {
    const failed = seconds("a", [0, 20, 40, 60, 80, 100, 580], { u: "x" }).slice(0, 6);
    expect(alerts(content, [...failed, at(690, "b", { u: "x" })])[0]).toMatch(/^temporal_ordered/);
  });
});

describe("correlations that cannot be", () => {
  it.each([
    [
      join(correlation({ type: "event_count", rules: "z", condition: "{gte: 1}" }), base("a")),
      "no rule 'z' here",
    ],
    [
      correlation({ type: "event_count", rules: "x", condition: "{gte: 1}", more: "name: x" }),
      "joins itself",
    ],
    [join(correlation({ type: "event_count", rules: "a" }), base("a")), "no 'condition'"],
    [
      join(correlation({ type: "event_count", rules: "a", condition: "a" }), base("a")),
      "in words is for 'temporal'",
    ],
    [
      join(correlation({ type: "temporal", rules: "a", condition: "a and z" }), base("a")),
      "'z', which is not among 'rules'",
    ],
    [
      join(correlation({ type: "temporal", rules: "a", condition: "(a" }), base("a")),
      "never closed",
    ],
    [
      join(correlation({ type: "value_sum", rules: "a", condition: "{gte: 1}" }), base("a")),
      "needs the 'field'",
    ],
    [
      join(
        correlation({ type: "value_percentile", rules: "a", condition: "{field: v, gte: 1}" }),
        base("a"),
      ),
      "needs a 'percentile'",
    ],
    [
      join(correlation({ type: "sequence", rules: "a", condition: "{gte: 1}" }), base("a")),
      "must be one of",
    ],
    [
      join(correlation({ type: "temporal", rules: "a", timespan: "soon" }), base("a")),
      "'timespan' must be",
    ],
  ])("%#", (content, reason) => {
    expect(refusal(content)).toContain(reason);
  });
});

describe("filters", () => {
  const filter = (rules: string, condition: string, logsource = "category: test") =>
    `title: f\nlogsource:\n    ${logsource}\nfilter:\n    rules: ${rules}\n    s:\n        u|startswith: adm_\n    condition: ${condition}`;
  const matched = (content: string, event: object) => compileSigma(content).match(event);

  it("narrow the rules that they name, or all of their log source", () => {
    for (const rules of ["[a]", "any"]) {
      const content = join(filter(rules, "not s"), base("a"));
      expect(matched(content, { kind: "a", u: "adm_x" })).toBe(false);
      expect(matched(content, { kind: "a", u: "jo" })).toBe(true);
      expect(matched(content, { kind: "a" })).toBe(true);
    }
    expect(matched(join(filter("[b]", "not s"), base("a")), { kind: "a", u: "adm_x" })).toBe(true);
    const other = join(filter("any", "not s", "category: other"), base("a"));
    expect(matched(other, { kind: "a", u: "adm_x" })).toBe(true);
  });

  it("are told where they keep an event from matching", () => {
    const [told] = compileSigma(join(filter("any", "not s"), base("a"))).explain({
      kind: "a",
      u: "adm_x",
    });
    expect(told).toMatchObject({
      matched: false,
      failed: [{ selection: "s", field: "u", expected: "no_match", found: ["adm_x"] }],
    });
  });
});

describe("texts of several rules", () => {
  it("match where one of them does, and tell of each", () => {
    const result = run(join(base("a"), base("b")), [at(0, "b"), at(1, "c")]);
    expect(result).toMatchObject({ matched: 1, matched_events: [0], results_count: 4 });
    expect(result.results.map(({ rule, matched }) => [rule?.name, matched])).toEqual([
      ["a", false],
      ["b", true],
      ["a", false],
      ["b", false],
    ]);
  });
});
