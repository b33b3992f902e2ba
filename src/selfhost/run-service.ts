import { createPrivately } from "./private-files.ts";
import { serve, type Service, startUpNotes } from "./serve.ts";
import { parseHostSettings } from "./settings.ts";

const STOP_MS = 10_000;
const SECOND_SIGNAL_MS = 1_000;
/** `scripts/run.mjs` restarts the service after this exit code. */
const FAILED_WHILE_SERVING = 70;

/**
 * Serves the Worker until SIGINT or SIGTERM, then ends the process. The first line printed is the URL.
 * @param endsWithParent whether it also ends when its parent process is gone
 */
export async function runService({ endsWithParent }: { endsWithParent: boolean }): Promise<void> {
  createPrivately();
  try {
    const settings = parseHostSettings(process.env);
    const starting = serve(settings, process.env);
    stopOnSignal(starting, endsWithParent);
    const service = await starting;
    // An unexpected error ends this program. Its supervisor restarts it with the stored data.
    process.on("uncaughtException", (error) => {
      console.error(error);
      process.exit(FAILED_WHILE_SERVING);
    });
    console.log(service.url);
    for (const note of startUpNotes(settings)) console.log(note);
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exit(1);
  }
}

/** Ends the service on a signal, or when its parent has ended, even during start-up. */
function stopOnSignal(starting: Promise<Service>, endsWithParent: boolean): void {
  let stoppingSince = 0;
  const stop = () => {
    // Ctrl-C reaches us from the terminal and from npm. Only a later signal means an immediate stop.
    if (stoppingSince > 0) {
      if (Date.now() - stoppingSince > SECOND_SIGNAL_MS) process.exit(1);
      return;
    }
    stoppingSince = Date.now();
    setTimeout(() => process.exit(1), STOP_MS).unref();
    starting
      .then(async (service) => await service.close())
      .then(
        () => process.exit(0),
        () => process.exit(1),
      );
  };
  // If our parent is killed, nobody forwards a signal.
  const parent = process.ppid;
  const isOrphan = () => endsWithParent && process.ppid !== parent;
  setInterval(() => isOrphan() && stoppingSince === 0 && stop(), 250).unref();
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, stop);
}
