import { describe, expect, it } from "vitest";
import { noLinks } from "../../../../../src/pipeline/imports/readers/stix/links.ts";
import { reportOf } from "../../../../../src/pipeline/imports/readers/stix/report-of.ts";

/** Links of objects to what holds them; what is named like a report is one. */
function linksOf(parents: Record<string, string[]>) {
  const links = noLinks();
  for (const [id, held] of Object.entries(parents)) {
    links.parents.set(id, held);
    for (const parent of held) {
      if (/^(?:report|campaign)--/.test(parent)) links.reports.add(parent);
    }
  }
  return links;
}

describe("the report that an object of a bundle belongs to", () => {
  it("is the nearest one, a report before a campaign", () => {
    const links = linksOf({ a: ["campaign--1", "b", "report--1"], b: ["report--2"] });
    expect(reportOf("a", links)).toBe("report--1");
    expect(reportOf("b", links)).toBe("report--2");
  });

  it("is a campaign that is nearer than any report", () => {
    const links = linksOf({ a: ["campaign--1", "b"], b: ["report--1"] });
    expect(reportOf("a", links)).toBe("campaign--1");
  });

  it("is at most four steps away", () => {
    const links = linksOf({ e: ["d"], d: ["c"], c: ["b"], b: ["a"], a: ["report--1"] });
    expect(reportOf("d", links)).toBe("report--1");
    expect(reportOf("e", links)).toBeNull();
  });

  it("is found in a circle, and none where a circle holds none", () => {
    const links = linksOf({ a: ["b", "a"], b: ["a", "report--1"], c: ["d"], d: ["c"] });
    expect(reportOf("a", links)).toBe("report--1");
    expect(reportOf("c", links)).toBeNull();
  });

  it("is looked for once, however many objects hold each other", () => {
    const ids = Array.from({ length: 200 }, (_, i) => `n${i}`);
    const links = linksOf(Object.fromEntries(ids.map((id) => [id, ids])));
    let looked = 0;
    const get = links.parents.get.bind(links.parents);
    links.parents.get = (id) => {
      looked += 1;
      return get(id);
    };
    expect(ids.every((id) => reportOf(id, links) === null)).toBe(true);
    // 200 objects with 200 parents each, for each of four numbers of steps.
    expect(looked).toBeLessThan(200_000);
  });
});
