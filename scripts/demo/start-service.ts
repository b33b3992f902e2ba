import { spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

const PROJECT = join(import.meta.dirname, "..", "..");
const LOG_CHARACTERS = 10_000;
/** Of the user's environment; settings of their own service are not the demo's. */
const INHERITED = ["PATH", "HOME", "TMPDIR", "TEMP", "SystemRoot"];

/**
 * Starts the built service, which may read the demo's own feed. Our signals are its, and its end is ours.
 * @returns its URL, once it is ready
 */
export async function startService(settings: Record<string, string>): Promise<string> {
  const inherited = INHERITED.map((name) => [name, process.env[name]]);
  const service = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", join(PROJECT, ".build", "selfhost", "main.js")],
    {
      cwd: PROJECT,
      env: { ...Object.fromEntries(inherited), ...settings, ALLOW_PRIVATE_SOURCES: "true" },
      stdio: ["ignore", "pipe", "pipe"],
    },
  );
  // Its log also has what the demo shows on purpose, so it is printed only when the service fails.
  let log = "";
  service.stderr.on(
    "data",
    (data: Buffer) => (log = `${log}${data.toString()}`.slice(-LOG_CHARACTERS)),
  );
  service.on("exit", (code) => {
    if (code !== 0) console.error(log);
    process.exit(code ?? 1);
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.on(signal, () => service.kill(signal));
  }
  const lines = createInterface(service.stdout);
  return await new Promise((resolve) => lines.once("line", resolve));
}
