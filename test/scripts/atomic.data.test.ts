import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { DATA } from "../support/node/real-data.ts";

const PROJECT = join(import.meta.dirname, "../..");
const INDEX = "atomic/ATOMIC-INDEX.json.gz";

describeWithData("the shipped index of tests", [INDEX], () => {
  const folder = mkdtempSync(join(tmpdir(), "atomic-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  it("is what the script makes of upstream's, byte for byte", () => {
    const target = join(folder, "tests.json");
    const script = join(PROJECT, "scripts/build-atomic.ts");
    execFileSync(process.execPath, [script, join(DATA, INDEX), target], { stdio: "pipe" });
    const shipped = readFileSync(join(PROJECT, "assets/atomic/tests.json"), "utf8");
    expect(readFileSync(target, "utf8")).toBe(shipped);
  });
});
