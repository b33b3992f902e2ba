import { describe, expect, it } from "vitest";
import { cutBatches } from "../../../src/pipeline/intake/cut-batches.ts";
import { ObservableReader } from "../../../src/pipeline/observables/observable-reader.ts";
import { prepareReport } from "../../../src/pipeline/intake/prepare-report.ts";

let counter = 0;
const submission = (chars: number) => {
  counter += 1;
  return prepareReport(
    { newId: () => `id-${counter}` },
    {
      title: `Report ${counter}`,
      url: null,
      publisher: null,
      summary: "",
      text: "-".repeat(chars),
      published_at: null,
      technique_ids: [],
      group_ids: [],
      foreign_key: null,
      source_id: null,
      import_id: null,
      indicators: [],
    },
    new ObservableReader(),
    null,
  );
};
const sizes = (list: readonly number[]) =>
  [...cutBatches(list.map(submission))].map((batch) => batch.length);

describe("batches of submissions", () => {
  it("hold at most 1,000 reports", () => {
    expect(sizes(Array.from({ length: 2_001 }, () => 0))).toEqual([1_000, 1_000, 1]);
  });

  it("hold about four million characters, and one report in any case", () => {
    expect(sizes([1_900_000, 1_900_000, 1_900_000])).toEqual([2, 1]);
    expect(sizes([10, 5_000_000, 10])).toEqual([1, 1, 1]);
  });

  it("keep the order, and are none for no reports", () => {
    const given = [3_000_000, 3_000_000, 20].map(submission);
    expect([...cutBatches(given)].flat()).toEqual(given);
    expect(sizes([])).toEqual([]);
  });
});
