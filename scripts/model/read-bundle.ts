import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { buildIndex, loadIndex } from "../../src/knowledge/attack/build-index.ts";
import { readRelease } from "../../src/knowledge/attack/read-release.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";

/** Reads a bundle file, gzipped or not. */
export async function readBundleFile(path: string): Promise<ReleaseContent> {
  const file = createReadStream(path);
  const plain = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
  return await readRelease(Readable.toWeb(plain) as ReadableStream<Uint8Array>, {});
}

export function indexOf(content: ReleaseContent): ReleaseIndex {
  return loadIndex(buildIndex(content), 0);
}
