import { parseArgs } from "node:util";
import { UsageError } from "./cli-error.ts";
import { escapeObeyed } from "./printable.ts";
import type { Service } from "./service.ts";

/** An option of a command; `value` names its argument. */
export interface Option {
  value?: string;
  about: string;
}
export type Options = Readonly<Record<string, Option>>;

/** The parsed arguments of a command. */
export interface Given {
  files: string[];
  /** Returns whether an option without a value was given. */
  has(name: string): boolean;
  /** Returns the value of an option, the last one if it is repeated. */
  get(name: string): string | undefined;
  all(name: string): string[];
}

/** The input and output of a command. */
export interface Surroundings {
  environment: Readonly<Record<string, string | undefined>>;
  out(text: string | Uint8Array): Promise<void>;
  /** Prints a sentence to standard error. */
  tell(text: string): void;
  readStdin(): Promise<Uint8Array<ArrayBuffer>>;
  /** Whether standard output is a terminal. */
  isTerminal: boolean;
  hasColor: boolean;
  /** Opens the requested server, or the service within this process. */
  open(given: Given): Promise<Service>;
}

export const FINE = 0;
export const CONDITION_FAILED = 1;
export const FAILED = 2;

export interface Command {
  name: string;
  /** Alternative name. */
  alias?: string;
  /** Arguments after the name. */
  usage: string;
  /** One sentence on one line, also shown in the list of commands. */
  about: string;
  /** Additional lines of its help. */
  notes?: string;
  options: Options;
  /** Complete command lines. */
  examples: readonly string[];
  /** Meaning of exit code 1, if the command uses it. */
  endsWith1?: string;
  /** @returns the exit code @throws CliError */
  run(given: Given, surroundings: Surroundings): Promise<number>;
}

/** Options of all commands that call a service. */
export const SERVICE_OPTIONS: Options = {
  server: {
    value: "URL",
    about: "Ask this server instead of analyzing in this process (default: TRADECRAFT_URL).",
  },
  local: { about: "Use no server even if TRADECRAFT_URL is set." },
};

/** Options of commands that depend on a release. */
export const RELEASE_OPTIONS: Options = {
  domain: { value: "DOMAIN", about: "Domain of ATT&CK (default: enterprise-attack)." },
  release: { value: "VERSION", about: "Release, such as 19.1 (default: the current one)." },
};

/** Parses the arguments of a command. @throws UsageError naming the invalid argument */
export function parseGiven(command: Command, args: readonly string[]): Given {
  const options = Object.entries(allOptions(command));
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: Object.fromEntries(
        options.map(([name, { value }]) => {
          const type = value === undefined ? ("boolean" as const) : ("string" as const);
          return [name, { type, multiple: true, ...(SHORT[name] && { short: SHORT[name] }) }];
        }),
      ),
    });
    const all = (name: string) => (values[name] ?? []).map(String);
    return {
      files: positionals,
      has: (name) => values[name] !== undefined,
      get: (name) => all(name).at(-1),
      all,
    };
  } catch (error) {
    // Node names the option, followed by advice about positional arguments.
    const [sentence = ""] = (error as Error).message.split(/(?<=')\. |\n/);
    throw new UsageError(escapeObeyed(sentence).replace(/\.?$/, "."), { cause: error });
  }
}
const SHORT: Readonly<Record<string, string>> = { help: "h", output: "o" };

/** Returns the options of a command, including the one that all commands have. */
function allOptions({ options }: Command): Options {
  return { ...options, help: { about: "Print this help." } };
}

/** Writes the help of a command. */
export function helpOf(command: Command): string {
  const { name, usage, about, notes, examples, endsWith1 } = command;
  const options = Object.entries(allOptions(command)).map(([option, { value, about: text }]) => {
    const short = SHORT[option] === undefined ? "" : `-${SHORT[option]}, `;
    return [`${short}--${option}${value === undefined ? "" : ` ${value}`}`, text] as const;
  });
  return [
    `Usage: tradecraft ${[name, usage].filter((part) => part !== "").join(" ")}`,
    "",
    about,
    ...(notes === undefined ? [] : [notes]),
    "",
    "Options:",
    ...columns(options),
    "",
    "Examples:",
    ...examples.map((example) => `  ${example}`),
    "",
    "Exit codes:",
    ...columns(exitCodes(endsWith1)),
    "",
  ].join("\n");
}

/** Lists exit codes with their meaning. @param one meaning of 1, if the command uses it */
export function exitCodes(one?: string): (readonly [code: string, meaning: string])[] {
  return [
    ["0", "Success."],
    ...(one === undefined ? [] : [["1", one] as const]),
    ["2", "Wrong usage, or another error."],
  ];
}

/** Formats rows in two columns. */
export function columns(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
