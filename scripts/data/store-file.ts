import { createHash } from "node:crypto";
import { createReadStream, createWriteStream, existsSync, mkdirSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";

/** The SHA-256 of a stored file's content, unpacked if it is packed, in hex; null where there is none. */
export async function digestOf(path: string): Promise<string | null> {
  if (!existsSync(path)) return null;
  const hash = createHash("sha256");
  const file = createReadStream(path);
  try {
    const content = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
    for await (const chunk of content) hash.update(chunk as Buffer);
  } catch {
    // A packed file that was cut off is as good as none.
    return null;
  } finally {
    file.destroy();
  }
  return hash.digest("hex");
}

/**
 * Writes a file that is there in whole, with the content that is wanted, or not at all.
 * @param sha256 of the content, before it is packed; null takes any
 * @returns the SHA-256 of the content
 * @throws Error `has another content than expected …`, and what the content throws while it is read
 */
export async function storeFile(
  path: string,
  content: Readable,
  sha256: string | null,
): Promise<string> {
  const part = `${path}.part`;
  const hash = createHash("sha256");
  const tap = async function* tap(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      yield chunk;
    }
  };
  mkdirSync(dirname(path), { recursive: true });
  try {
    if (path.endsWith(".gz")) {
      await pipeline(content, tap, createGzip({ level: 9 }), createWriteStream(part));
    } else await pipeline(content, tap, createWriteStream(part));
    const found = hash.digest("hex");
    if (sha256 !== null && found !== sha256) {
      throw new Error(
        `has another content than expected (SHA-256 ${found} instead of ${sha256}); nothing of it was kept`,
      );
    }
    await rename(part, path);
    return found;
  } finally {
    await rm(part, { force: true });
  }
}
