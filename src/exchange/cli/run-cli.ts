import { PRODUCT } from "../../platform/lib/product.ts";
import { analyse } from "./analyse.ts";
import { CliError, UsageError } from "./cli-error.ts";
import {
  columns,
  type Command,
  exitCodes,
  FAILED,
  FINE,
  helpOf,
  parseGiven,
  type Surroundings,
} from "./command.ts";
import { compare } from "./compare.ts";
import { coverage } from "./coverage.ts";
import { exportCommand } from "./export.ts";
import { escapeObeyed } from "./printable.ts";

/** The commands that call a service. */
export const COMMANDS: readonly Command[] = [analyse, compare, coverage, exportCommand];

/**
 * Runs the command in the arguments.
 * @returns the exit code: 0, 1 if a condition of `--fail-on` is true, or 2 for a usage or other error
 */
export async function runCli(
  args: readonly string[],
  commands: readonly Command[],
  surroundings: Surroundings,
): Promise<number> {
  const [name = "", ...rest] = args;
  const isHelp = ["help", "--help", "-h"].includes(name);
  if (name === "" || (isHelp && rest[0] === undefined)) {
    await surroundings.out(overview(commands));
    return isHelp ? FINE : FAILED;
  }
  if (["version", "--version", "-V"].includes(name)) {
    await surroundings.out(`${PRODUCT.name} ${PRODUCT.version}\n`);
    return FINE;
  }
  const [asked = "", ...others] = isHelp ? [...rest, "--help"] : args;
  const command = commands.find((known) => known.name === asked || known.alias === asked);
  if (command === undefined) {
    const names = commands.map((known) => known.name).join(", ");
    surroundings.tell(`There is no command '${escapeObeyed(asked)}'. Commands are ${names}.`);
    return FAILED;
  }
  try {
    const given = parseGiven(command, others);
    if (given.has("help")) {
      await surroundings.out(helpOf(command));
      return FINE;
    }
    return await command.run(given, surroundings);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    const hint = error instanceof UsageError ? ` See: tradecraft ${command.name} --help` : "";
    surroundings.tell(`${error.message}${hint}`);
    return FAILED;
  }
}

function overview(commands: readonly Command[]): string {
  const names = commands.map(({ name, alias, about }): [string, string] => {
    return [alias === undefined ? name : `${name}, ${alias}`, about];
  });
  return [
    "Usage: tradecraft COMMAND [OPTIONS] [FILES]",
    "",
    "Commands:",
    ...columns(names),
    "",
    "Options:",
    ...columns([
      ["-h, --help", "Print this help or, with a command, its options, examples and exit codes."],
      ["-V, --version", "Print the version."],
    ]),
    "",
    "Environment:",
    ...columns([
      [
        "TRADECRAFT_URL",
        "Server for analyse, compare, coverage, export and ingest. Without one, they reach no network.",
      ],
      ["TRADECRAFT_TOKEN", "API token for that server."],
      ["DATA_DIR", "Data folder of the service (default: .data)."],
    ]),
    "  docs/settings.md lists all settings of the service, docs/command-line.md describes the commands.",
    "",
    "Examples:",
    ...["analyse", "serve", "backup"].flatMap((name) => {
      const [example] = commands.find((command) => command.name === name)?.examples ?? [];
      return example === undefined ? [] : [`  ${example}`];
    }),
    "",
    "Exit codes:",
    ...columns([
      ...exitCodes("A check is not passed: --fail-on, verify-audit."),
      ["130, 143", "Ended by SIGINT or SIGTERM."],
      ["141", "The reader of the output closed it."],
    ]),
    "",
  ].join("\n");
}
