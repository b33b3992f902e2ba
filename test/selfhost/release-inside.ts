/**
 * Serves an unpacked release archive with nothing of the machine but a shell, analyzes a report, checks the audit trail,
 * and prints what came of it (see `release.long.test.ts`). `read-only` also makes the folder unwritable.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** What the test reads. */
export interface Observed {
  version: string;
  /** Techniques that the command line finds, and those that the service finds. */
  byCommand: string[];
  byService: string[];
  page: number;
  audit: string;
  /** Whether the folder of the archive could be written to. */
  isWritable: boolean;
  exitCode: number | null;
}

const REPORT = "The actor used PowerShell and dumped LSASS memory with Mimikatz.\n";
const [folder = "", dataDir = "", access = ""] = process.argv.slice(2);
const program = join(folder, "tradecraft");
const env = { PATH: "/usr/bin:/bin", PORT: "0", DATA_DIR: dataDir };
interface Analysis {
  techniques: { attack_id: string }[];
}
const idsOf = ({ techniques }: Analysis) => techniques.map((one) => one.attack_id).sort();

function run(...args: string[]): string {
  return execFileSync(program, args, { encoding: "utf8", cwd: "/", env });
}

async function ask(url: string): Promise<Omit<Observed, "exitCode">> {
  const report = join(dataDir, "report.txt");
  writeFileSync(report, REPORT);
  const body = new FormData();
  body.set("text", REPORT);
  const answer = await fetch(`${url}/api/analyze`, { method: "POST", body });
  const trail = join(dataDir, "audit.ndjson");
  writeFileSync(trail, await (await fetch(`${url}/api/pipeline/audit/export`)).text());
  return {
    version: run("--version").trim(),
    byCommand: idsOf(JSON.parse(run("analyse", "--json", report)) as Analysis),
    byService: idsOf((await answer.json()) as Analysis),
    page: (await fetch(url)).status,
    audit: run("verify-audit", trail, "--key-file", join(dataDir, "audit.key")).trim(),
    isWritable: spawnSync("touch", [join(folder, ".build", "written")]).status === 0,
  };
}

if (access === "read-only") {
  execFileSync("mount", ["--bind", folder, folder]);
  execFileSync("mount", ["-o", "remount,bind,ro", folder]);
}
const service = spawn(program, ["serve"], { cwd: "/", env, stdio: ["ignore", "pipe", "inherit"] });
const ended = new Promise<number | null>((resolve) => service.once("exit", resolve));
const [url = ""] = await new Promise<string[]>((resolve) => {
  createInterface(service.stdout).once("line", (line) => resolve([line]));
  service.once("exit", () => resolve([]));
});
const asked = await ask(url).finally(() => service.kill("SIGTERM"));
const observed: Observed = { ...asked, exitCode: await ended };
console.log(JSON.stringify(observed));
