import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { dataFolder } from "../../scripts/data/data-folder.ts";
import { readAdvisoryCases } from "../../scripts/observables/labelled-cases.ts";
import { measureObservables } from "../../scripts/observables/measure.ts";
import { openReader } from "../../scripts/observables/read-text.ts";
import { keyOf } from "../../src/pipeline/observables/vocabulary.ts";
import { readAdvisories } from "../pipeline/observables/labelled/read-labelled.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";

const LABELLED = join(import.meta.dirname, "../pipeline/observables/labelled/advisories.json");

const cases = await readAdvisoryCases(dataFolder());

describeWithData("what is read of the advisories", ["reports/EXPECTED.json"], () => {
  const read = openReader();
  const { kinds, faults } = measureObservables(cases, read);

  it("has each kind with 20 labels or more at the bar", () => {
    const common = [...kinds].filter(([, { right, missed }]) => right + missed >= 20);
    expect(common.length).toBeGreaterThan(5);
    const figures = common.map(([kind, { right, wrong, missed }]) => ({
      kind,
      precision: right / (right + wrong),
      recall: right / (right + missed),
      faults: faults.filter((fault) => fault.kind === kind),
    }));
    const below = figures.filter(({ precision, recall }) => precision < 0.98 || recall < 0.97);
    expect(below).toEqual([]);
  });

  it("has all values whole that the documents break over lines", () => {
    const labelled = readAdvisories(readFileSync(LABELLED, "utf8"));
    const broken = cases.flatMap(({ id, text }) => {
      const found = new Set(read(text).map(keyOf));
      const values = labelled.get(id)?.filter((value) => value.broken && !value.optional) ?? [];
      return values.map((value) => ({ value: keyOf(value), isFound: found.has(keyOf(value)) }));
    });
    const whole = broken.filter(({ isFound }) => isFound);
    expect(broken.filter(({ isFound }) => !isFound)).toEqual([]);
    expect(`broken values: ${whole.length} of ${broken.length}`).toBe("broken values: 142 of 142");
  });
});
