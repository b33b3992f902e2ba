import { spawn } from "node:child_process";
import { join } from "node:path";

const PROJECT = join(import.meta.dirname, "..", "..", "..");

/** Runs `npm run ingest`; answers its exit code and what it said. */
export async function ingest(
  environment: Record<string, string>,
  ...args: string[]
): Promise<{ code: number | null; said: string }> {
  const program = [
    "--disable-warning=ExperimentalWarning",
    "src/selfhost/cli.ts",
    "ingest",
    ...args,
  ];
  const child = spawn(process.execPath, program, {
    cwd: PROJECT,
    env: { ...process.env, ...environment },
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (data: Buffer) => (said += data.toString()));
  }
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, said: said.trim() };
}
