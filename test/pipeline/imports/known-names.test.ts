import { describe, expect, it } from "vitest";
import { recognise } from "../../../src/pipeline/intake/recognise.ts";
import { KnownNames } from "../../../src/pipeline/imports/known-names.ts";
import { fromNamesMessage, toNamesMessage } from "../../../src/readers/names-message.ts";
import { smallRelease } from "../../support/small-release.ts";

const split = {
  ...smallRelease(),
  replacements: new Map([["T1089", "T1059.001"]]),
  splits: new Map([["T1089", ["T1059.001", "T1566"]]]),
};
const names = new KnownNames([split]);

describe("ids of an import", () => {
  it.each([
    ["t1059.001", ["T1059.001"]],
    ["T1089", ["T1059.001", "T1566"]],
    // Of a newer release, of another domain, of none.
    ["T1685", ["T1685"]],
    ["T1660", ["T1660"]],
    ["T9999", ["T9999"]],
    // The release does not have it; those of its year say what became of it.
    ["T1086", ["T1059.001"]],
  ])("%s is kept as %j", (id, kept) => {
    expect(names.techniques(id)).toEqual(kept);
    expect(fromNamesMessage(toNamesMessage(names)).techniques(id)).toEqual(kept);
  });

  it("are those of a collected text as well, without what no release has", () => {
    const text = "T1089 and T1685.001, T9999, AML.T0010 and T1660 攻击者 T1059。";
    expect(recognise(text, split).technique_ids).toEqual([
      "AML.T0010",
      "T1059",
      "T1059.001",
      "T1566",
      "T1660",
      "T1685.001",
    ]);
    expect(recognise(text, null)).toEqual({ technique_ids: [], group_ids: [] });
  });
});
