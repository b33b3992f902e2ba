import { UsageError } from "../../exchange/cli/cli-error.ts";
import { type Command, FINE } from "../../exchange/cli/command.ts";

/** `tradecraft backup`. */
export const backupCommand: Command = {
  name: "backup",
  usage: "FILE.tar.gz [--data-dir DIR]",
  about:
    "Writes all of DATA_DIR to one archive, also while the service runs, and checks what it wrote.",
  notes:
    "To restore: mkdir DIR && tar -xzf FILE.tar.gz -C DIR, then DATA_DIR=DIR npm start.\nThe archive holds the key of the audit trail. Keep it as safe as the data folder.",
  options: {
    "data-dir": {
      value: "DIR",
      about: "Data folder of the service (default: DATA_DIR, else .data).",
    },
  },
  run: async (given, surroundings) => {
    const [path, ...more] = given.files;
    if (path === undefined || more.length > 0) throw new UsageError("Name one file to write.");
    const { backUp } = await import("./back-up.ts");
    const dataDir = given.get("data-dir") ?? surroundings.environment["DATA_DIR"];
    await surroundings.out(`${await backUp(dataDir || ".data", path)}\n`);
    return FINE;
  },
};
