import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NPM = import.meta.dirname;

/** Installs the parsers of others where they are missing or have other versions; answers Python's path. */
export function installJudges(folder: string): string {
  execFileSync("npm", ["ci", "--no-audit", "--no-fund", "--silent"], {
    cwd: NPM,
    stdio: "inherit",
  });
  return installPython(join(folder, "python"), join(NPM, "requirements.txt"));
}

/** Makes a Python environment of what is required where it is missing or another one; answers Python's path. */
export function installPython(environment: string, requirements: string): string {
  const python = join(environment, "bin/python");
  const installed = join(environment, "requirements.txt");
  const wanted = readFileSync(requirements, "utf8");
  if (existsSync(installed) && readFileSync(installed, "utf8") === wanted) return python;
  rmSync(environment, { recursive: true, force: true });
  execFileSync("python3", ["-m", "venv", environment], { stdio: "inherit" });
  const pip = ["-m", "pip", "install", "--quiet", "--requirement", requirements];
  execFileSync(python, pip, { stdio: "inherit" });
  writeFileSync(installed, wanted);
  return python;
}
