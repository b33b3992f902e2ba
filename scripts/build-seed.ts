/**
 * Writes the seed that the repository ships from a full ATT&CK bundle:
 *   npm run seed -- <bundle.json|.json.gz>
 * Same bundle, same bytes.
 */
import { createReadStream } from "node:fs";
import { writeFile } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { packDetections } from "../src/knowledge/attack/detections/pack-detections.ts";
import { readRelease } from "../src/knowledge/attack/read-release.ts";
import { toSeed } from "../src/knowledge/attack/seed.ts";

const [path] = process.argv.slice(2);
if (path === undefined) throw new Error("Usage: npm run seed -- <bundle.json|.json.gz>");
const file = createReadStream(path);
const plain = path.endsWith(".gz") ? file.pipe(createGunzip()) : file;
const content = await readRelease(Readable.toWeb(plain) as ReadableStream<Uint8Array>, {});
const files: [string, object][] = [
  ["json", toSeed(content)],
  ["detections.json", packDetections(content.detections)],
];
for (const [ending, facts] of files) {
  const target = `assets/seed/${content.domain}-${content.version}.${ending}`;
  await writeFile(target, `${JSON.stringify(facts)}\n`);
  console.log(`Wrote ${target}.`);
}
