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
    "Writes the whole data folder to one archive, also while the service runs, and verifies the archive.",
  notes:
    "The archive contains the key of the audit trail, unless --keys names another file for it. Protect both like the data folder.",
  examples: [
    "tradecraft backup /backups/2026-11-28.tar.gz",
    "tradecraft backup data.tar.gz --keys keys.tar.gz --data-dir /srv/tradecraft",
  ],
  options: {
    keys: { value: "FILE", about: "Write the keys to this archive instead." },
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
  about: "Verifies a backup and makes a new data folder from it, completely or not at all.",
  notes:
    "A folder with workspace.sql, knowledge.sql and objects, as exported from Cloudflare, is restored like an archive.",
  examples: [
    "tradecraft restore /backups/2026-11-28.tar.gz --data-dir /srv/tradecraft",
    "tradecraft restore data.tar.gz --keys keys.tar.gz --data-dir edge --for-edge",
  ],
  options: {
    keys: { value: "ARCHIVE", about: "Archive of the keys, if they are in a separate one." },
    "data-dir": {
      ...DATA_DIR,
      about: "New data folder, which is empty or does not exist (default: DATA_DIR, else .data).",
    },
    "for-edge": {
      about: "Write SQL files and objects for Cloudflare instead of a data folder.",
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
  about: "Checks a backup: every file, the databases and, if the key is present, the audit trail.",
  notes: "The databases are unpacked to TMPDIR, which needs space for them.",
  examples: ["tradecraft verify /backups/2026-11-28.tar.gz"],
  options: {
    keys: { value: "ARCHIVE", about: "Archive of the keys, if they are in a separate one." },
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
