import { readFile, stat } from "node:fs/promises";
import { basename } from "node:path";
import { CliError, UsageError } from "./cli-error.ts";
import type { Surroundings } from "./command.ts";

/** Larger than any reader's limit. A larger file can be rejected without loading it. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Piped input has no name. Without an extension, the reader detects the type from the bytes. */
const STDIN = "stdin";
const MIB = 1024 * 1024;

/** A report with its given name and bytes, or an address that the server fetches. */
export type Input =
  | { name: string; filename: string; bytes: Uint8Array<ArrayBuffer> }
  | { name: string; url: string };

/** Returns whether an argument is the address of a page. */
export function isAddress(argument: string): boolean {
  return /^https?:\/\//i.test(argument);
}

/** Reads an argument: a file, `-` for standard input, or an address. @throws CliError */
export async function readInput(argument: string, surroundings: Surroundings): Promise<Input> {
  if (isAddress(argument)) return { name: argument, url: argument };
  const isStdin = argument === "-";
  const bytes = isStdin ? await surroundings.readStdin() : await readBytes(argument);
  if (bytes.length === 0) throw new CliError("There is nothing in it to analyze.");
  return isStdin
    ? { name: STDIN, filename: STDIN, bytes }
    : { name: argument, filename: basename(argument), bytes };
}

/** Reads the bytes of a file. @throws CliError with advice */
export async function readBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const { size, isDirectory } = await describe(path);
    if (isDirectory) throw new CliError("This is a folder. Name the files in it.");
    if (size > MAX_BYTES) {
      throw new CliError(`The file has ${Math.round(size / MIB)} MiB, more than can be read.`);
    }
    return new Uint8Array(await readFile(path));
  } catch (error) {
    if (error instanceof CliError) throw error;
    const { code } = error as NodeJS.ErrnoException;
    throw new CliError(REASONS[code ?? ""] ?? `The file cannot be read (${code}).`, {
      cause: error,
    });
  }
}

async function describe(path: string) {
  const found = await stat(path);
  return { size: found.size, isDirectory: found.isDirectory() };
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: "There is no such file. Check its name.",
  EACCES: "You may not read this file. Check its permissions.",
  ENOTDIR: "There is no such file. Check its name.",
  ERR_INVALID_ARG_VALUE: "There is no such file. Check its name.",
};

/** @throws UsageError if there is nothing to read */
export function requireFiles(files: readonly string[], what: string): void {
  if (files.length === 0) throw new UsageError(`Name ${what}, or - for standard input.`);
  if (files.filter((file) => file === "-").length > 1) {
    throw new UsageError("Standard input can be read only once.");
  }
}
