/** `npm start`: serves the Worker until SIGINT or SIGTERM. The first line printed is the URL. */
import { serve, startUpNotes } from "./serve.ts";
import { parseHostSettings } from "./settings.ts";

const STOP_MS = 10_000;

try {
  const settings = parseHostSettings(process.env);
  const service = await serve(settings, process.env);
  console.log(service.url);
  for (const note of startUpNotes(settings)) console.log(note);
  let stopping = false;
  const stop = () => {
    // A second signal means: now.
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), STOP_MS).unref();
    service.close().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  // When npm is killed outright nobody passes its signal on; a service without a parent ends too.
  const parent = process.ppid;
  setInterval(() => process.ppid !== parent && !stopping && stop(), 1000).unref();
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
