import { expect, it } from "vitest";
import { Fuzzer } from "../support/node/fuzz/run-fuzz.ts";
import { realSamples } from "../support/node/fuzz/samples.ts";
import { startService, preparedFolder } from "../support/node/service.ts";

const SEED = 20_261_122;
const MUTANTS = 300;

it(`keeps its promises to ${MUTANTS} mutated files`, { timeout: 600_000 }, async () => {
  const folder = preparedFolder();
  const service = await startService(folder.path, { ALLOW_PRIVATE_SOURCES: "true" });
  try {
    const { mutants, failures } = await new Fuzzer(service.url, SEED).run(MUTANTS);
    expect(failures).toEqual([]);
    expect(mutants).toBe(MUTANTS);
  } finally {
    await service.stop();
    folder.remove();
  }
});

it("makes them of the real files", (context) => {
  const real = realSamples();
  // What `npm run data` fetches has reports, and none of the others.
  const isPart = real.every(({ kind }) => kind === "report");
  context.skip(isPart, "the files to import are not there: only samples of our own were mutated");
  const kinds = new Set(real.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual(["feed", "misp", "navigator", "report", "stix"]);
});
