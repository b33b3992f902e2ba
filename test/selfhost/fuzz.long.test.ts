import { it } from "vitest";
import { scaled } from "../support/node/machine.ts";
import { checkPromises } from "../support/node/fuzz/check-promises.ts";

const MUTANTS = 300;

it(`keeps its promises to ${MUTANTS} mutated files`, { timeout: scaled(120_000) }, async () => {
  await checkPromises(20_261_122, MUTANTS);
});
