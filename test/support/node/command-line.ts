import { spawn } from "node:child_process";
import { join } from "node:path";

const CLI = join(import.meta.dirname, "..", "..", "..", ".build", "selfhost", "cli.js");

export interface CliOptions {
  cwd?: string;
  environment?: Record<string, string>;
  stdin?: string | Uint8Array;
  /** Called for each piece of output; may end the output or the program. */
  onOutput?: (child: ReturnType<typeof start>) => void;
}

/** Runs the built command line; returns how it ended and what it wrote. */
export async function commandLine(args: readonly string[], options: CliOptions = {}) {
  const child = start(args, options);
  let out = "";
  let told = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    out += text;
    options.onOutput?.(child);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (told += text));
  child.stdin.on("error", () => undefined);
  child.stdin.end(options.stdin ?? "");
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, told };
}

function start(args: readonly string[], { cwd, environment }: CliOptions) {
  const { TRADECRAFT_URL: _url, TRADECRAFT_TOKEN: _token, ...env } = process.env;
  const program = ["--disable-warning=ExperimentalWarning", CLI, ...args];
  return spawn(process.execPath, program, {
    ...(cwd !== undefined && { cwd }),
    env: { ...env, ...environment },
    stdio: ["pipe", "pipe", "pipe"],
  });
}
