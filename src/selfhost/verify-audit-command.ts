import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { UsageError } from "../exchange/cli/cli-error.ts";
import { type Command, FAILED } from "../exchange/cli/command.ts";
import { PROJECT } from "./project.ts";

/** Independent of the service, so that anyone can check a trail with it. */
const PROGRAM = join(PROJECT, "scripts", "verify-audit.mjs");
const REPEATED = ["key-file", "anchor"];

/** `tradecraft verify-audit`. */
export const verifyAuditCommand: Command = {
  name: "verify-audit",
  usage: "FILE.ndjson [--key-file FILE] [--anchor SEQ:HASH]",
  about: "Checks an export of the audit trail.",
  examples: [
    "tradecraft verify-audit audit.ndjson --key-file .data/audit.key",
    "tradecraft verify-audit audit.ndjson --anchor 1024:9f86d081…",
  ],
  endsWith1: "The export is not valid.",
  options: {
    "key-file": {
      value: "FILE",
      about: "Key of the trail, to check who wrote it. May be repeated.",
    },
    anchor: {
      value: "SEQ:HASH",
      about: "A hash that was noted earlier, which the trail must contain. May be repeated.",
    },
  },
  run: async (given) => {
    if (given.files.length !== 1) throw new UsageError("Name one export to check.");
    const options = REPEATED.flatMap((name) => given.all(name).map((one) => `--${name}=${one}`));
    const args = [PROGRAM, ...options, "--", ...given.files];
    return spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? FAILED;
  },
};
