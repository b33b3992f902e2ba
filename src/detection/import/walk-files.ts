import { isTar, readTar } from "../../formats/tar/read-tar.ts";
import { listLocalEntries } from "../../formats/zip/local-entries.ts";
import {
  hasDirectory,
  listZipEntries,
  readZipEntry,
  type ZipFailure,
} from "../../formats/zip/zip-archive.ts";
import { gunzipInSteps } from "../../platform/lib/gunzip.ts";
import { concatBytes } from "../../platform/lib/streams.ts";
import { Allowance, ArchiveFault, FileFault, MAX_FILE_BYTES, tooLarge } from "./allowance.ts";
import { type FoundFile, type SentFile, shownPath, whyPassedOver } from "./found-file.ts";
import { faultOfPath } from "./found-file.ts";

/** Packed bytes to unpack at a time. */
const STEP_BYTES = 16 * 1024;
const HEAD_BYTES = 512;

/**
 * Yields the files of a request: those uploaded, and those in archives (zip, tar, tar.gz), with at most one file
 * unpacked in memory. A damaged archive, or one that unpacks to too much, ends with a file that reports it.
 * @param maxUnpackedBytes of all archives together
 */
export async function* walkFiles(
  sent: readonly SentFile[],
  maxUnpackedBytes: number,
): AsyncGenerator<FoundFile, void, void> {
  const allowance = new Allowance(maxUnpackedBytes);
  for (const file of sent) {
    try {
      yield* openFile(file, allowance);
    } catch (error) {
      if (!(error instanceof ArchiveFault || error instanceof FileFault)) throw error;
      yield { path: shownPath(file.name), outcome: "failed", message: error.message };
    }
  }
}

async function* openFile(
  { name, bytes }: SentFile,
  allowance: Allowance,
): AsyncGenerator<FoundFile, void, void> {
  if (startsWith(bytes, [0x1f, 0x8b])) {
    const unpacked = new HeadFirst(unpack(bytes, allowance));
    if (isTar(await unpacked.head())) yield* tarFiles(unpacked.all(), allowance);
    else yield singleFile(name.replace(/\.gz$/i, ""), await collect(unpacked.all()));
  } else if (startsWith(bytes, [0x50, 0x4b, 3, 4]) || startsWith(bytes, [0x50, 0x4b, 5, 6])) {
    yield* zipFiles(bytes, allowance);
  } else if (isTar(bytes)) yield* tarFiles(stepsOf(bytes, allowance), allowance);
  else yield singleFile(name, bytes);
}

function singleFile(name: string, bytes: Uint8Array): FoundFile {
  const path = shownPath(name);
  const message = whyPassedOver(path.split(/[/\\]/).at(-1) ?? "");
  if (message !== null) return { path, outcome: "passed_over", message };
  if (bytes.length > MAX_FILE_BYTES) throw tooLarge();
  return { path, bytes };
}

async function* tarFiles(
  chunks: AsyncIterable<Uint8Array>,
  allowance: Allowance,
): AsyncGenerator<FoundFile, void, void> {
  let last: string | null = null;
  for await (const entry of readTar(chunks, () => endsEarly(last))) {
    allowance.enter();
    await allowance.pause();
    if (entry.kind === "directory") continue;
    const path = shownPath(entry.name);
    const isFile = entry.kind === "file";
    const refused = refuse(entry.name, path, isFile);
    if (refused !== null) yield refused;
    else if (entry.size > MAX_FILE_BYTES) yield failed(path, tooLarge());
    else yield { path, bytes: await entry.read() };
    last = path;
  }
}

/** @param last the last complete file; null for none */
function endsEarly(last: string | null): ArchiveFault {
  const place = last === null ? "" : ` after '${last}'`;
  return new ArchiveFault(
    `The archive is damaged or ends early${place}; what came before was read.`,
  );
}

const ofFile: ZipFailure = (fault) =>
  new FileFault(
    fault === "encrypted"
      ? "It is encrypted; pack it again without a password."
      : "It is damaged, or packed in a way that is not known here.",
  );

async function* zipFiles(
  bytes: Uint8Array,
  allowance: Allowance,
): AsyncGenerator<FoundFile, void, void> {
  let last: string | null = null;
  const damaged = () => endsEarly(last);
  // The directory is at the end of an archive, so a truncated archive is read without it.
  const list = hasDirectory(bytes) ? listZipEntries : listLocalEntries;
  for (const entry of list(bytes, damaged)) {
    allowance.enter();
    await allowance.pause();
    if (entry.name.endsWith("/")) continue;
    const path = shownPath(entry.name);
    const refused = refuse(entry.name, path, !entry.isLink);
    if (refused !== null) {
      yield refused;
      continue;
    }
    const chunks: Uint8Array[] = [];
    let size = 0;
    const take = (chunk: Uint8Array) => {
      allowance.unpack(chunk.length);
      size += chunk.length;
      if (size > MAX_FILE_BYTES) throw tooLarge();
      chunks.push(chunk.slice());
    };
    try {
      // `take` counts the output, together with that of all other archives.
      const budget = { limit: Infinity, used: 0 };
      readZipEntry(bytes, entry, { budget, fail: ofFile }, take);
      yield { path, bytes: concatBytes(chunks) };
      last = path;
    } catch (error) {
      if (!(error instanceof FileFault)) throw error;
      yield failed(path, error);
    }
  }
}

/** Returns why a file is rejected by its name or type, or null if it should be read. */
function refuse(name: string, path: string, isFile: boolean): FoundFile | null {
  const fault = faultOfPath(name);
  if (fault !== null) return failed(path, new FileFault(`It was not read: ${fault}.`));
  const message = isFile ? whyPassedOver(path) : "Links and devices are not followed.";
  return message === null ? null : { path, outcome: "passed_over", message };
}

function failed(path: string, { message }: FileFault): FoundFile {
  return { path, outcome: "failed", message };
}

async function* unpack(
  bytes: Uint8Array,
  allowance: Allowance,
): AsyncGenerator<Uint8Array, void, void> {
  const damaged = () =>
    new ArchiveFault("The gzip is damaged or ends early; what came before was read.");
  for await (const chunk of gunzipInSteps(bytes, damaged)) {
    allowance.unpack(chunk.length);
    await allowance.pause();
    yield chunk;
  }
}

async function* stepsOf(
  bytes: Uint8Array,
  allowance: Allowance,
): AsyncGenerator<Uint8Array, void, void> {
  for (let at = 0; at < bytes.length; at += STEP_BYTES) {
    yield bytes.subarray(at, at + STEP_BYTES);
    await allowance.pause();
  }
}

/** Collects the content of one file. @throws FileFault if it is too large for a rule */
async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > MAX_FILE_BYTES) throw tooLarge();
    held.push(chunk);
  }
  return concatBytes(held);
}

/** Chunks whose first bytes can be inspected before they are read. */
class HeadFirst {
  readonly #chunks: AsyncGenerator<Uint8Array, void, void>;
  readonly #held: Uint8Array[] = [];

  constructor(chunks: AsyncGenerator<Uint8Array, void, void>) {
    this.#chunks = chunks;
  }

  async head(): Promise<Uint8Array> {
    let size = 0;
    while (size < HEAD_BYTES) {
      const { done, value } = await this.#chunks.next();
      if (done === true) break;
      this.#held.push(value);
      size += value.length;
    }
    return concatBytes(this.#held);
  }

  async *all(): AsyncGenerator<Uint8Array, void, void> {
    yield* this.#held.splice(0);
    yield* this.#chunks;
  }
}

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}
