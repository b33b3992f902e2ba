import { statfsSync } from "node:fs";
import { CliError } from "../../exchange/cli/cli-error.ts";

const MIB = 1024 * 1024;

/**
 * Checks that a folder has space for what is unpacked to it.
 * @throws CliError with one sentence
 */
export function requireSpace(folder: string, archive: string, bytes: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes) return;
  throw new CliError(
    `${folder} has too little space: ${archive} needs ${Math.ceil(bytes / MIB)} MiB.`,
  );
}
