import { PRODUCT } from "../../platform/lib/product.ts";
import { analyse } from "./analyse.ts";
import { CliError, UsageError } from "./cli-error.ts";
import { type Command, FAILED, FINE, helpOf, parseGiven, type Surroundings } from "./command.ts";
import { compare } from "./compare.ts";
import { coverage } from "./coverage.ts";
import { exportCommand } from "./export.ts";
import { escapeObeyed } from "./printable.ts";

/** The commands that ask a service. */
export const COMMANDS: readonly Command[] = [analyse, compare, coverage, exportCommand];
const ALIASES: Readonly<Record<string, string>> = { analyze: "analyse" };

/**
 * Runs the command that the arguments name.
 * @returns the exit code: 0, 1 where a condition of `--fail-on` is true, or 2 for a usage or other error
 */
export async function runCli(
  args: readonly string[],
  commands: readonly Command[],
  surroundings: Surroundings,
): Promise<number> {
  const [name = "", ...rest] = args;
  if (["", "help", "--help", "-h"].includes(name)) {
    const asked = commands.find((command) => command.name === rest[0]);
    await surroundings.out(asked === undefined ? overview(commands) : helpOf(asked));
    return name === "" ? FAILED : FINE;
  }
  if (["version", "--version", "-V"].includes(name)) {
    await surroundings.out(`${PRODUCT.name} ${PRODUCT.version}\n`);
    return FINE;
  }
  const command = commands.find((known) => known.name === (ALIASES[name] ?? name));
  if (command === undefined) {
    const names = commands.map((known) => known.name).join(", ");
    surroundings.tell(`There is no command '${escapeObeyed(name)}'. Commands are ${names}.`);
    return FAILED;
  }
  try {
    const given = parseGiven(command, rest);
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
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    "Usage: tradecraft COMMAND …",
    "",
    ...commands.map(({ name, about }) => `  ${name.padEnd(width)}  ${about.split("\n")[0]}`),
    "",
    "Every command has --help; --version prints the version. Without a server, commands work in this process and reach no network.",
    "TRADECRAFT_URL names a server, TRADECRAFT_TOKEN is an API token of it.",
    "Exit codes: 0 fine, 1 a condition of --fail-on is true, 2 usage or another error.",
    "",
  ].join("\n");
}
