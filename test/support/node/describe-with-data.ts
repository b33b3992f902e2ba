import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "vitest";
import { DATA } from "./real-data.ts";

/** Describes tests that need files of the real data. Where one is missing, one skipped test names it. */
export function describeWithData(name: string, files: readonly string[], body: () => void): void {
  const missing = files.filter((file) => !existsSync(join(DATA, file)));
  const suite = missing.length === 0 ? body : () => skipFor(missing);
  // oxlint-disable-next-line vitest/valid-title, vitest/valid-describe-callback -- the caller's
  describe(name, suite);
}

function skipFor(missing: readonly string[]): void {
  // oxlint-disable-next-line vitest/expect-expect -- it only says why it is skipped
  it("needs real data", (context) => {
    context.skip(`${missing.join(", ")}: not in the data folder (docs/measuring.md)`);
  });
}
