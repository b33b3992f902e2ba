import { describe, expect, it } from "vitest";
import {
  addAttributes,
  allRefused,
  countType,
  noAttributes,
} from "../../../../src/pipeline/imports/readers/attribute-counts.ts";

describe("the counts of values", () => {
  it("lose none, whatever a type is called and however many there are", () => {
    const counts = noAttributes();
    for (const type of ["__proto__", "constructor", "toString", "(other)"]) {
      countType(counts.foreign, type);
    }
    for (let n = 0; n < 1000; n += 1) countType(counts.foreign, `type-${n}`);
    const sum = noAttributes();
    addAttributes(sum, counts);
    addAttributes(sum, JSON.parse(JSON.stringify(counts)) as typeof counts);
    const total = Object.values(sum.foreign).reduce((all, one) => all + one, 0);
    expect(total).toBe(2 * 1004);
    expect(Object.keys(sum.foreign).length).toBeLessThanOrEqual(201);
  });

  it("are all of refused ones where what held them is refused", () => {
    const counts = { ...noAttributes(), seen: 5, observables: 4, in_text: 1, attachments: 1 };
    expect(allRefused(counts)).toEqual({ ...noAttributes(), seen: 5, refused: 5 });
  });
});
