import { UsageError } from "../../exchange/cli/cli-error.ts";
import { type Command, FINE, type Given, type Surroundings } from "../../exchange/cli/command.ts";

const DATA_DIR = {
  value: "DIR",
  about: "Data folder of the service (default: DATA_DIR, else .data).",
};

/** `tradecraft backup`. */
export const backupCommand: Command = {
  name: "backup",
  usage: "FILE.tar.gz [--keys FILE.tar.gz] [--data-dir DIR]",
  about: "Writes all of DATA_DIR to one archive and checks it. The service may run meanwhile.",
  notes:
    "The archive contains the key of the audit trail unless --keys names another file. Protect both like the data folder.",
  options: {
    keys: { value: "FILE", about: "Write the keys to this separate archive." },
    "data-dir": DATA_DIR,
  },
  run: async (given, surroundings) => {
    const file = oneFile(given, "Name one file to write.");
    const { backUp } = await import("./back-up.ts");
    const keysFile = given.get("keys") ?? null;
    const sentences = await backUp({ dataDir: dataDirOf(given, surroundings), file, keysFile });
    for (const sentence of sentences) await surroundings.out(`${sentence}\n`);
    return FINE;
  },
};

/** `tradecraft restore`. */
export const restoreCommand: Command = {
  name: "restore",
  usage: "ARCHIVE|DIR [--keys ARCHIVE] [--data-dir DIR] [--for-edge]",
  about: "Restores a backup to a new data folder, after checking all of it.",
  notes:
    "Also restores an export from Cloudflare: a folder with workspace.sql, knowledge.sql and objects.",
  options: {
    keys: { value: "ARCHIVE", about: "The archive of the keys, if they are separate." },
    "data-dir": {
      ...DATA_DIR,
      about: "The new data folder, empty or missing (default: DATA_DIR, else .data).",
    },
    "for-edge": {
      about: "Write SQL and objects for Cloudflare instead of a data folder.",
    },
  },
  run: async (given, surroundings) => {
    const archive = oneFile(given, "Name one backup to restore.");
    const { restore } = await import("./restore.ts");
    const keysArchive = given.get("keys") ?? null;
    const isForEdge = given.has("for-edge");
    const dataDir = dataDirOf(given, surroundings);
    await surroundings.out(`${await restore({ archive, keysArchive, dataDir, isForEdge })}\n`);
    return FINE;
  },
};

/** `tradecraft verify`. */
export const verifyCommand: Command = {
  name: "verify",
  usage: "ARCHIVE [--keys ARCHIVE]",
  about: "Checks a backup: every file, the databases, and the audit trail if its key is present.",
  notes: "Unpacks the databases to TMPDIR, which needs space for them.",
  options: {
    keys: { value: "ARCHIVE", about: "The archive of the keys, if they are separate." },
  },
  run: async (given, surroundings) => {
    const archive = oneFile(given, "Name one backup to verify.");
    const { verify } = await import("./verify.ts");
    await surroundings.out(
      `${await verify({ archive, keysArchive: given.get("keys") ?? null })}\n`,
    );
    return FINE;
  },
};

function oneFile({ files }: Given, otherwise: string): string {
  const [file, ...more] = files;
  if (file === undefined || more.length > 0) throw new UsageError(otherwise);
  return file;
}

function dataDirOf(given: Given, { environment }: Surroundings): string {
  return given.get("data-dir") ?? (environment["DATA_DIR"] || ".data");
}
