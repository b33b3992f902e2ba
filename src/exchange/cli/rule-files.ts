import { readdir, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import type { RuleImportResult } from "../../detection/import/schema.ts";
import { CliError } from "./cli-error.ts";
import { readBytes } from "./read-input.ts";
import { requestJson, type Service } from "./service.ts";

/** What becomes of the files of an import, as far as it is told. */
export interface ImportedRules {
  count: number;
  /** Files that hold no rule that can be read, and why. */
  failures: { path: string; reason: string }[];
}

const RULES = /\.(ya?ml|toml|kql|spl|eql)$/i;
/** Files that are sent at a time. */
const AT_A_TIME = 500;

/** Imports the rules of files and folders as enabled ones. @throws CliError */
export async function importRuleFiles(
  service: Service,
  paths: readonly string[],
): Promise<ImportedRules> {
  const files = (await Promise.all(paths.map(listRules))).flat();
  if (files.length === 0) {
    throw new CliError(`There is no rule file (.yml, .yaml, .toml, .kql, .spl, .eql) in ${paths.join(", ")}.`);
  }
  const imported: ImportedRules = { count: 0, failures: [] };
  for (let from = 0; from < files.length; from += AT_A_TIME) {
    const form = new FormData();
    for (const { path, name } of files.slice(from, from + AT_A_TIME)) {
      form.append("files", new File([await readBytes(path)], name));
    }
    const { receipts, counts } = await requestJson<RuleImportResult>(
      service,
      "/api/pipeline/rules/import?state=enabled",
      { method: "POST", body: form },
    );
    imported.count += counts.created;
    for (const { path, outcome, message } of receipts) {
      if (outcome === "failed") imported.failures.push({ path, reason: message ?? "" });
    }
  }
  return imported;
}

async function listRules(path: string): Promise<{ path: string; name: string }[]> {
  const found = await stat(path).catch(() => null);
  if (found === null) throw new CliError(`${path}: There is no such file or folder. Check its name.`);
  if (!found.isDirectory()) return [{ path, name: basename(path) }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && RULES.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: file, name: relative(path, file) }));
}
