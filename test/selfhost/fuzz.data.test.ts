import { expect, it } from "vitest";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { checkPromises } from "../support/node/fuzz/check-promises.ts";
import { realSamples } from "../support/node/fuzz/samples.ts";
import { scaled } from "../support/node/machine.ts";

const MUTANTS = 300;

describeWithData(
  "files of others",
  ["stix/INDEX.json", "misp/INDEX.json", "feeds/INDEX.json"],
  () => {
    it("are of every kind", () => {
      const kinds = new Set(realSamples().map(({ kind }) => kind));
      expect([...kinds].sort()).toEqual(["feed", "misp", "navigator", "report", "stix"]);
    });

    it(`keep all promises in ${MUTANTS} mutations`, { timeout: scaled(120_000) }, async () => {
      await checkPromises(20_261_122, MUTANTS);
    });
  },
);
