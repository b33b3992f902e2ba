import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { scaled } from "../support/node/machine.ts";

const CLIENT = new URL("../support/node/reader-client.ts", import.meta.url).href;

it("lets a process end when nothing is being read, and not before", async () => {
  const program = `
    import { openReaders } from ${JSON.stringify(CLIENT)};
    const { readers } = await openReaders();
    const file = { bytes: new TextEncoder().encode("Hello"), filename: "a.txt" };
    console.log((await readers.document("somebody", file)).text);`;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "--eval", program],
    { timeout: scaled(15_000) },
  );
  expect(stdout).toBe("Hello\n");
});
