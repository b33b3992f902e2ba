import { UsageError } from "../exchange/cli/cli-error.ts";
import type { Command } from "../exchange/cli/command.ts";

/** `tradecraft serve`. */
export const serveCommand: Command = {
  name: "serve",
  usage: "",
  about: "Serves the pages and the API until SIGINT or SIGTERM. The first line printed is the URL.",
  notes:
    "Settings are environment variables, listed in docs/settings.md: HOST and PORT are the address, DATA_DIR is the data folder.",
  examples: ["tradecraft serve", "DATA_DIR=/srv/tradecraft PORT=8080 tradecraft serve"],
  options: {},
  run: async (given) => {
    if (given.files.length > 0) throw new UsageError("Settings are environment variables.");
    // The service stops everything it has started before it ends.
    for (const signal of ["SIGINT", "SIGTERM"]) process.removeAllListeners(signal);
    const { runService } = await import("./run-service.ts");
    // It may outlive the terminal that started it.
    await runService({ endsWithParent: false });
    // A signal ends the process.
    return await new Promise<never>(() => undefined);
  },
};
