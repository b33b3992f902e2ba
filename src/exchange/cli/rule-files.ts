import { readdir, stat } from "node:fs/promises";
import { basename, join, relative } from "node:path";
import { Readable } from "node:stream";
import type { RuleImportResult } from "../../detection/import/schema.ts";
import { type TarFile, writeTar } from "../../formats/tar/write-tar.ts";
import { CliError } from "./cli-error.ts";
import { escapeObeyed } from "./printable.ts";
import { readBytes } from "./read-input.ts";
import { requestJson, type Service } from "./service.ts";

/** A rule file, and its path relative to the given folder. */
interface RuleFile {
  path: string;
  name: string;
}

/** The results of an import that the command reports. */
export interface ImportedRules {
  count: number;
  /** Files without a readable rule, and the reasons. */
  failures: { path: string; reason: string }[];
}

const RULES = /\.(ya?ml|toml|kql|spl|eql)$/i;
/** Maximum characters of files to send at a time; an upload has at most 25 MiB. */
const AT_A_TIME = 5_000_000;
const PATH = "/api/pipeline/rules/import?state=enabled&filename=rules.tar";

/** Imports the rules of files and folders as enabled rules. @throws CliError */
export async function importRuleFiles(
  service: Service,
  paths: readonly string[],
): Promise<ImportedRules> {
  const files = (await Promise.all(paths.map(listRules))).flat();
  if (files.length === 0) {
    const where = paths.map(escapeObeyed).join(", ");
    throw new CliError(`There is no rule (.yml, .yaml, .toml, .kql, .spl, .eql) in ${where}.`);
  }
  const imported: ImportedRules = { count: 0, failures: [] };
  for await (const batch of readInBatches(files)) {
    const { receipts, counts } = await requestJson<RuleImportResult>(service, PATH, {
      method: "POST",
      headers: { "Content-Type": "application/octet-stream" },
      body: await packed(batch),
    });
    imported.count += counts.created;
    for (const { path, outcome, message } of receipts) {
      if (outcome === "failed") imported.failures.push({ path, reason: message ?? "" });
    }
  }
  return imported;
}

async function* readInBatches(files: readonly RuleFile[]): AsyncGenerator<TarFile[]> {
  let batch: TarFile[] = [];
  let chars = 0;
  for (const { path, name } of files) {
    const content = new TextDecoder().decode(await readBytes(path));
    batch.push({ name, content, modified: 0 });
    chars += content.length;
    if (chars < AT_A_TIME) continue;
    yield batch;
    batch = [];
    chars = 0;
  }
  if (batch.length > 0) yield batch;
}

async function packed(files: readonly TarFile[]): Promise<Blob> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of writeTar(Readable.from(files))) chunks.push(chunk);
  return new Blob(chunks);
}

async function listRules(path: string): Promise<RuleFile[]> {
  const found = await stat(path).catch(() => null);
  if (found === null)
    throw new CliError(`${escapeObeyed(path)}: There is no such file or folder. Check its name.`);
  if (!found.isDirectory()) return [{ path, name: basename(path) }];
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && RULES.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((file) => ({ path: file, name: relative(path, file) }));
}
