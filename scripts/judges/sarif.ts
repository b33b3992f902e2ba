import { writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { commandLine } from "../../test/support/node/command-line.ts";
import { REPORT_FILES } from "./report-files.ts";

/** Writes a SARIF log of each report, and one of all, as the command line prints them without a server. */
export async function writeSarif(folder: string): Promise<void> {
  const logs: [name: string, files: readonly string[]][] = [
    ...REPORT_FILES.map((path): [string, string[]] => [basename(path), [path]]),
    ["all", REPORT_FILES],
  ];
  for (const [name, files] of logs) {
    const { out, told } = await commandLine(["analyse", "--local", "--sarif", ...files]);
    if (out === "") throw new Error(told);
    writeFileSync(join(folder, `${name}.sarif`), out);
  }
}
