import { expect, it } from "vitest";
import { count, ms, perSecond, showRow } from "../../../scripts/bench/figures.ts";
import { parseOptions } from "../../../scripts/bench/options.ts";
import { printBeside, row, takeRows } from "../../../scripts/bench/report.ts";
import { describeRun, mergeRuns, type PartRow } from "../../../scripts/bench/result.ts";

const rowOf = (name: string, time: number): PartRow => ({
  part: "part",
  name,
  figures: [ms(time), perSecond(1_000 / time)],
  note: "",
});

it("runs become medians with what each run measured", () => {
  const runs = [10, 1_000, 20].map((time) => [rowOf("row", time), rowOf("other", 5)]);
  const [merged, other] = mergeRuns(runs);
  expect(merged?.figures).toMatchObject([
    { name: "time", value: 20, runs: [10, 1_000, 20], better: "less", unit: "ms" },
    { name: "rate", value: 50, runs: [100, 1, 50], better: "more", unit: "/s" },
  ]);
  expect(other?.figures[0]).toMatchObject({ value: 5, runs: [5, 5, 5] });
  expect(showRow({ name: "row", figures: merged?.figures ?? [], note: "said" })).toMatch(
    /^row +time 20\.0 ms \(10\.0–1000\), rate 50\.0 \/s \(1\.00–100\); said$/,
  );
});

it("a row that only one of the runs has stays", () => {
  expect(mergeRuns([[rowOf("row", 1)], []])).toMatchObject([{ figures: [{ runs: [1] }, {}] }]);
});

it("a result says where, when and on what it was measured", () => {
  const result = describeRun(3);
  expect(result).toMatchObject({
    machine: { cpu: expect.any(String) as string, cores: expect.any(Number) as number },
    node: process.version,
    date: expect.stringMatching(/^\d{4}-.*Z$/) as string,
    runs: 3,
    rows: [],
  });
  // Outside a checkout there is none.
  expect(String(result.commit)).toMatch(/^(null|[0-9a-f]{7,}\+?)$/);
});

it("a part may give a name once only", () => {
  printBeside();
  row("name", count(1, "things"));
  expect(() => row("name", count(2, "things"))).toThrow("There are two rows name");
  expect(takeRows()).toMatchObject([{ name: "name", figures: [{ value: 1, unit: "count" }] }]);
  row("name", count(2, "things"));
  expect(takeRows()).toHaveLength(1);
});

it("options have values or none, and parts are known", () => {
  const parse = (...args: string[]) => parseOptions(args, ["reads", "long"]);
  expect(parse()).toEqual({ parts: [], runs: 1, minutes: null, json: null, against: null });
  expect(parse("reads", "--json", "--runs", "3")).toMatchObject({
    parts: ["reads"],
    json: "-",
    runs: 3,
  });
  expect(parse("long", "--minutes", "0.5", "--json=a.json", "--against=b.json")).toMatchObject({
    minutes: 0.5,
    json: "a.json",
    against: "b.json",
  });
  expect(() => parse("writes")).toThrow("There is no part writes; there are reads, long.");
  for (const runs of ["0", "x", "1.5"]) expect(() => parse("--runs", runs)).toThrow("--runs takes");
});
