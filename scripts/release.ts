/**
 * `npm run release` writes to .build/release a self-contained archive for each platform, its bill of materials, and
 * SHA256SUMS. The same commit gives the same bytes. Options: `--platform linux-x64` (may be repeated; sums of
 * other platforms stay) and `--out FOLDER`.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, resolve } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { parseArgs } from "node:util";
import { createGzip } from "node:zlib";
import { writeTar } from "../src/formats/tar/write-tar.ts";
import { PRODUCT } from "../src/platform/lib/product.ts";
import { collect } from "./release/contents.ts";
import { replaceSums } from "./release/sums.ts";
import { PLATFORM_NAMES, type PlatformName, PROJECT } from "./release/platforms.ts";

const MAX_BYTES = 120_000_000;
const PREFIX = `${PRODUCT.name}-${PRODUCT.version}-`;

const { values } = parseArgs({
  options: {
    platform: { type: "string", multiple: true, default: [...PLATFORM_NAMES] },
    out: { type: "string", default: join(PROJECT, ".build", "release") },
  },
});
const out = resolve(values.out);
mkdirSync(out, { recursive: true });
const modified = commitTime();
const sums = new Map<string, string>();
for (const platform of values.platform) {
  for (const name of await release(platformNamed(platform))) sums.set(name, await sumOf(name));
}
// Another run may have written the archive of another platform.
const noted = join(out, "SHA256SUMS");
const isCurrent = (name: string) => name.startsWith(PREFIX) && existsSync(join(out, name));
const before = existsSync(noted) ? readFileSync(noted, "utf8") : "";
writeFileSync(noted, replaceSums(before, sums, isCurrent));

/** Writes what is for one platform. Returns the names of the files. */
async function release(platform: PlatformName): Promise<string[]> {
  const name = `${PREFIX}${platform}`;
  const cache = join(PROJECT, ".build", "release-packages");
  const { files, sbom } = await collect(platform, name, modified, cache);
  const archive = join(out, `${name}.tar.gz`);
  const tar = writeTar(Readable.from(files));
  await pipeline(tar, createGzip({ level: 9 }), createWriteStream(archive));
  const { size } = statSync(archive);
  console.log(`${archive}: ${files.length} files, ${(size / 1e6).toFixed(1)} MB`);
  if (size > MAX_BYTES) throw new Error(`${archive} is larger than ${MAX_BYTES} bytes.`);
  writeFileSync(join(out, `${name}.cdx.json`), sbom);
  return [`${name}.tar.gz`, `${name}.cdx.json`];
}

function platformNamed(name: string): PlatformName {
  const known = PLATFORM_NAMES.find((one) => one === name);
  if (known === undefined) throw new Error(`Platforms are ${PLATFORM_NAMES.join(" and ")}.`);
  return known;
}

/** Seconds since 1970; SOURCE_DATE_EPOCH is for sources without git. */
function commitTime(): number {
  const given = process.env["SOURCE_DATE_EPOCH"];
  const log = ["log", "-1", "--format=%ct"];
  return Number(given ?? execFileSync("git", log, { cwd: PROJECT, encoding: "utf8" }));
}

async function sumOf(name: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(join(out, name)), hash);
  return hash.digest("hex");
}
