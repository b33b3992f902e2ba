import { existsSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { toReportLine } from "./annotated-reports.ts";
import { download } from "./download.ts";
import type { AnnotatedReports, Manifest, SourceFile } from "./manifest.ts";
import { digestOf, storeFile } from "./store-file.ts";

/** What became of one source: `kept` was there already, and right. */
export interface Fetched {
  name: string;
  outcome: "kept" | "fetched" | "failed";
  /** One sentence: what failed, or the digest of what no digest was known of. */
  note: string | null;
}

/**
 * Fetches what is missing or wrong, one after the other. One that fails keeps no other from coming,
 * and what was there before it stays.
 */
export async function* fetchSources(manifest: Manifest, folder: string): AsyncGenerator<Fetched> {
  for (const source of manifest.files) {
    yield await tried(source.name, source.url, () => fetchFile(source, folder));
  }
  for (const source of manifest.annotated_reports) {
    yield await tried(source.name, source.folder_url, () => fetchReports(source, folder));
  }
}

type Success = Omit<Fetched, "name">;

async function tried(name: string, url: string, fetchIt: () => Promise<Success>): Promise<Fetched> {
  try {
    const success = await fetchIt();
    return { name, outcome: success.outcome, note: success.note };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, outcome: "failed", note: `${name}: ${url} ${reason}.` };
  }
}

async function fetchFile(source: SourceFile, folder: string): Promise<Success> {
  const path = join(folder, source.to);
  const isThere =
    source.sha256 === null ? existsSync(path) : (await digestOf(path)) === source.sha256;
  if (isThere) return { outcome: "kept", note: null };
  const found = await storeFile(path, await download(source.url), source.sha256);
  const note =
    source.sha256 === null
      ? `${source.name}: no SHA-256 of it was known beforehand, only the commit; this one has ${found}.`
      : null;
  return { outcome: "fetched", note };
}

async function fetchReports(source: AnnotatedReports, folder: string): Promise<Success> {
  const path = join(folder, source.to);
  if ((await digestOf(path)) === source.sha256) return { outcome: "kept", note: null };
  await storeFile(path, Readable.from(reportLines(source)), source.sha256);
  return { outcome: "fetched", note: null };
}

async function* reportLines({ folder_url: url, files }: AnnotatedReports): AsyncGenerator<Buffer> {
  for (const file of files) {
    const path = encodeURIComponent(file);
    try {
      yield Buffer.from(toReportLine(file, await text(await download(`${url}${path}`))));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`could not be put together: ${file} ${reason}`, { cause: error });
    }
  }
}
