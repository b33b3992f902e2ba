import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { scaled } from "../support/node/machine.ts";

const POOL = new URL("../../src/selfhost/extractor/extraction-pool.ts", import.meta.url).href;
const LIMITS = "{ maxUnpackedBytes: 1000, maxPdfPages: 1, maxTextChars: 1000 }";

it("lets a process end when nothing is being read, and not before", async () => {
  const program = `
    import { createExtractionPool } from ${JSON.stringify(POOL)};
    const file = { bytes: new TextEncoder().encode("Hello"), filename: "a.txt" };
    const outcome = await createExtractionPool().run({ file, limits: ${LIMITS} });
    console.log(outcome.document.text);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program],
    { timeout: scaled(15_000) },
  );
  expect(stdout).toBe("Hello\n");
});
