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
  about:
    "Writes all of DATA_DIR to one archive, also while the service runs, and checks what it wrote.",
  notes:
    "The archive holds the key of the audit trail, unless --keys names another file for it. Keep both as safe as the data folder.",
  options: {
    keys: { value: "FILE", about: "Write the keys to this archive, and not to the first." },
    "data-dir": DATA_DIR,
  },
  run: async (given, surroundings) => {
    const file = oneFile(given, "Name one file to write.");
    const { backUp } = await import("./back-up.ts");
    const keysFile = given.get("keys") ?? null;
    const told = await backUp({ dataDir: dataDirOf(given, surroundings), file, keysFile });
    for (const sentence of told) await surroundings.out(`${sentence}\n`);
    return FINE;
  },
};

/** `tradecraft restore`. */
export const restoreCommand: Command = {
  name: "restore",
  usage: "ARCHIVE|DIR [--keys ARCHIVE] [--data-dir DIR] [--for-edge]",
  about: "Makes a new data folder of a backup, all of it or nothing, and checks it first.",
  notes:
    "A folder with workspace.sql, knowledge.sql and objects, as exported from Cloudflare, is restored like an archive.",
  options: {
    keys: { value: "ARCHIVE", about: "The archive of the keys, where they are apart." },
    "data-dir": {
      ...DATA_DIR,
      about: "The new data folder, empty or not there yet (default: DATA_DIR, else .data).",
    },
    "for-edge": {
      about: "Write SQL and objects for Cloudflare to the folder, and not a data folder.",
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
  about: "Checks a backup: every file, the databases, and the audit trail where its key is there.",
  notes: "The databases are unpacked to TMPDIR, which needs the space for them.",
  options: {
    keys: { value: "ARCHIVE", about: "The archive of the keys, where they are apart." },
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
