/**
 * `tradecraft`, the command line. Modules that few commands need are loaded on demand, so that other commands
 * start fast.
 */
import { statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import type { Given, Surroundings } from "../exchange/cli/command.ts";
import { openRemote } from "../exchange/cli/remote-service.ts";
import { runCli } from "../exchange/cli/run-cli.ts";
import { serverOrigin } from "../exchange/cli/server-address.ts";
import type { Service } from "../exchange/cli/service.ts";
import { UsageError } from "../exchange/cli/cli-error.ts";
import { ALL_COMMANDS } from "./commands.ts";
import { EAGER_EXPRESSIONS } from "./runtime/v8-flags.ts";
import { BUILD, PROGRAMS } from "./project.ts";

/** The exit code of a program that writes to a closed pipe (128 + SIGPIPE). */
const CLOSED_OUTPUT = 141;
const INTERRUPTED = { SIGINT: 130, SIGTERM: 143 };

// Each expression runs over one report only, so interpreting them first takes longer.
setFlagsFromString(EAGER_EXPRESSIONS);
// Compiling the Worker takes longer than running it. A program run from its sources is not the built one.
const isBuilt = import.meta.filename.startsWith(PROGRAMS);
const directory = isBuilt ? enableCompileCache(join(BUILD, "compile-cache")).directory : undefined;
// For the reader processes.
if (directory !== undefined) process.env["NODE_COMPILE_CACHE"] = directory;

for (const [signal, code] of Object.entries(INTERRUPTED))
  process.once(signal, () => process.exit(code));
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(CLOSED_OUTPUT);
  throw error;
});

const surroundings: Surroundings = {
  environment: process.env,
  out: async (text) => {
    await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
  },
  tell: (text) => void process.stderr.write(`tradecraft: ${text}\n`),
  readStdin: async () => new Uint8Array(await buffer(process.stdin)),
  isTerminal: process.stdout.isTTY,
  hasColor: process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "",
  open,
};

/** Opens the named server, or the service within this process. */
async function open(given: Given): Promise<Service> {
  const named = given.get("server");
  if (named !== undefined && given.has("local")) {
    throw new UsageError("Choose --server or --local, not both.");
  }
  const address = given.has("local") ? undefined : (named ?? process.env["TRADECRAFT_URL"]);
  if (address !== undefined && address !== "") {
    const origin = serverOrigin(address, named === undefined ? "TRADECRAFT_URL" : "--server");
    const { useProxiesForFetch } = await import("./egress/proxy-settings.ts");
    useProxiesForFetch(process.env);
    return openRemote(origin, process.env["TRADECRAFT_TOKEN"]);
  }
  const { openInProcess } = await import("./in-process/open-in-process.ts");
  return await openInProcess(given.files.find(isFile) ?? null);
}

/** Returns whether a path is a regular file. A pipe can be read only once. */
function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

try {
  process.exit(await runCli(process.argv.slice(2), ALL_COMMANDS, surroundings));
} catch (error) {
  surroundings.tell(error instanceof Error ? error.message : String(error));
  process.exit(2);
}
