import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { UsageError } from "../exchange/cli/cli-error.ts";
import { type Command, FAILED } from "../exchange/cli/command.ts";
import { PROJECT } from "./project.ts";

/** Depends on nothing of the service, so that others can check a trail with it. */
const PROGRAM = join(PROJECT, "scripts", "verify-audit.mjs");
const REPEATED = ["key-file", "anchor"];

/** `tradecraft verify-audit`. */
export const verifyAuditCommand: Command = {
  name: "verify-audit",
  usage: "FILE.ndjson [--key-file FILE] [--anchor SEQ:HASH]",
  about: "Checks an export of the audit trail. Ends with 1 if it is not valid.",
  options: {
    "key-file": {
      value: "FILE",
      about: "Key of the trail, to check who wrote it. May be repeated.",
    },
    anchor: { value: "SEQ:HASH", about: "A hash that somebody noted earlier. May be repeated." },
  },
  run: async (given) => {
    if (given.files.length !== 1) throw new UsageError("Name one export to check.");
    const options = REPEATED.flatMap((name) => given.all(name).map((one) => `--${name}=${one}`));
    const args = [PROGRAM, ...options, "--", ...given.files];
    return spawnSync(process.execPath, args, { stdio: "inherit" }).status ?? FAILED;
  },
};
