import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NPM = import.meta.dirname;
const REQUIREMENTS = join(NPM, "requirements.txt");

/** Installs the parsers of others where they are missing or have other versions; answers Python's path. */
export function installJudges(folder: string): string {
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--silent"], {
    cwd: NPM,
    stdio: "inherit",
  });
  const environment = join(folder, "python");
  const python = join(environment, "bin/python");
  const installed = join(environment, "requirements.txt");
  const wanted = readFileSync(REQUIREMENTS, "utf8");
  if (existsSync(installed) && readFileSync(installed, "utf8") === wanted) return python;
  rmSync(environment, { recursive: true, force: true });
  execFileSync("python3", ["-m", "venv", environment], { stdio: "inherit" });
  const pip = ["-m", "pip", "install", "--quiet", "--requirement", REQUIREMENTS];
  execFileSync(python, pip, { stdio: "inherit" });
  writeFileSync(installed, wanted);
  return python;
}
