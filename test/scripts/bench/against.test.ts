import { expect, it } from "vitest";
import { compareResults } from "../../../scripts/bench/against.ts";
import {
  count,
  cpu,
  type Figure,
  kilobytes,
  mib,
  ms,
  perSecond,
  times,
} from "../../../scripts/bench/figures.ts";
import type { Result } from "../../../scripts/bench/result.ts";

const resultOf = (rows: Record<string, Figure[]>, change: Partial<Result> = {}): Result => ({
  machine: { cpu: "one", cores: 2, memory_gib: 8 },
  node: "v24.0.0",
  commit: null,
  date: "2026-11-22T00:00:00.000Z",
  runs: 1,
  rows: Object.entries(rows).map(([name, figures]) => ({ part: "part", name, figures, note: "" })),
  ...change,
});

/** What is said of a row that was one thing and is another now. */
const lossesOf = (before: Figure[], now: Figure[], change: Partial<Result> = {}) =>
  compareResults(resultOf({ row: before }), resultOf({ row: now }, change)).losses;

const OTHER = { machine: { cpu: "another", cores: 2, memory_gib: 8 } };

it("names a figure that lost more than 15 %, and no other", () => {
  expect(lossesOf([ms(100)], [ms(116)])).toEqual(["part: row: time: 100 ms then, 116 ms now"]);
  expect(lossesOf([ms(100)], [ms(115)])).toEqual([]);
  expect(lossesOf([ms(100)], [ms(10)])).toEqual([]);
  expect(lossesOf([perSecond(100)], [perSecond(84)])).toHaveLength(1);
  expect(lossesOf([perSecond(100)], [perSecond(85)])).toEqual([]);
  expect(lossesOf([perSecond(100)], [perSecond(900)])).toEqual([]);
});

it("takes no difference for a loss that the clock or the system makes", () => {
  expect(lossesOf([ms(3)], [ms(5)])).toEqual([]);
  expect(lossesOf([ms(3)], [ms(5.1)])).toHaveLength(1);
  expect(lossesOf([mib(10)], [mib(14)])).toEqual([]);
});

it("counts from nothing to one", () => {
  const errors = (value: number) => count(value, "errors", "less");
  expect(lossesOf([errors(0)], [errors(1)])).toHaveLength(1);
  expect(lossesOf([errors(1)], [errors(1)])).toEqual([]);
});

it("judges a row by its ratio or processor time rather than by the clock", () => {
  const row = (rate: number, ratio: number) => [perSecond(rate), times(ratio, "of it", "more")];
  expect(lossesOf(row(100, 0.5), row(50, 0.5))).toEqual([]);
  expect(lossesOf(row(100, 0.5), row(100, 0.4))).toEqual([
    "part: row: of it: 0.500 x then, 0.400 x now",
  ]);
  const start = (time: number, processor: number) => [ms(time), cpu(processor)];
  expect(lossesOf(start(1_000, 500), start(2_000, 500))).toEqual([]);
  expect(lossesOf(start(1_000, 500), start(1_000, 700))).toHaveLength(1);
  const beside = (memory: number) => [times(0.5, "of it", "more"), mib(memory)];
  expect(lossesOf(beside(100), beside(200))).toHaveLength(1);
});

it("compares no figure of which neither is better", () => {
  expect(lossesOf([kilobytes(1)], [kilobytes(100)])).toEqual([]);
  const growth = (value: number) => [ms(100), times(value, "growth", "neither")];
  expect(lossesOf(growth(1), growth(9))).toEqual([]);
});

it("compares ratios and counts alone on another machine, and says so", () => {
  const figures = (factor: number) => ({
    time: [ms(100 * factor)],
    memory: [mib(100 * factor)],
    processor: [cpu(100 * factor)],
    ratio: [times(factor, "ratio", "less")],
    count: [count(factor, "statements", "less")],
  });
  const compared = compareResults(resultOf(figures(1)), resultOf(figures(2), OTHER));
  expect(compared.losses.map((loss) => loss.split(":")[1])).toEqual([" ratio", " count"]);
  expect(compared.compared).toBe(2);
  expect(compared.notes).toEqual([
    "Another machine: 2 x one, 8 GiB then, 2 x another, 8 GiB now. Only ratios and counts are compared.",
  ]);
});

it("says which rows of a part that ran are not measured any more", () => {
  const saved = resultOf({ here: [ms(1)], gone: [ms(1)] });
  saved.rows.push({ part: "another", name: "row", figures: [ms(1)], note: "" });
  expect(compareResults(saved, resultOf({ here: [ms(1)], fresh: [ms(9)] }))).toEqual({
    losses: [],
    compared: 1,
    notes: ["Not measured any more: part: gone."],
  });
});
