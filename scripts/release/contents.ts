import { createReadStream, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TarFile } from "../../src/formats/tar/write-tar.ts";
import { PRODUCT } from "../../src/platform/lib/product.ts";
import { carriedFiles } from "./carried-files.ts";
import { componentsOf } from "./components.ts";
import { fetchPackage } from "./fetch-package.ts";
import { writeNotices } from "./notices.ts";
import { platformOf, type PlatformName, PROJECT } from "./platforms.ts";
import { writeSbom } from "./sbom.ts";

/** By it Node knows what was built as modules. */
const MANIFEST = `${JSON.stringify({ name: PRODUCT.name, version: PRODUCT.version, type: "module" })}\n`;

/** What is in an archive, sorted by name, and its bill of materials. */
export interface Contents {
  files: TarFile[];
  sbom: string;
}

/**
 * Collects what a platform's archive holds, below one folder.
 * @param modified seconds since 1970, the time of all files
 * @param cache folder for packages of the registry
 */
export async function collect(
  name: PlatformName,
  folder: string,
  modified: number,
  cache: string,
): Promise<Contents> {
  const platform = platformOf(name);
  const node = await fetchPackage(cache, platform.node, ["bin/node", "LICENSE"]);
  const workerd = await fetchPackage(cache, platform.workerd, ["bin/workerd"]);
  const license = new TextDecoder().decode(node.get("LICENSE"));
  const components = componentsOf(platform, license);
  const sbom = writeSbom(components, modified);
  const written: Record<string, string> = {
    "package.json": MANIFEST,
    "THIRD-PARTY-NOTICES.txt": writeNotices(components),
    "sbom.cdx.json": sbom,
  };
  const program = (path: string, bytes: Uint8Array | undefined): TarFile => ({
    name: path,
    content: bodyOf(bytes ?? new Uint8Array()),
    modified,
    isProgram: true,
  });
  const files: TarFile[] = [
    ...carriedFiles(PROJECT).map((path) => fileAt(path, modified)),
    ...Object.entries(written).map(([path, content]) => ({ name: path, content, modified })),
    program("tradecraft", readFileSync(join(import.meta.dirname, "tradecraft"))),
    program("bin/node", node.get("bin/node")),
    program("bin/workerd", workerd.get("bin/workerd")),
  ];
  const named = files.map((file) => ({ ...file, name: `${folder}/${file.name}` }));
  // By code units, whatever the language of the machine is.
  return { files: named.sort((a, b) => (a.name < b.name ? -1 : 1)), sbom };
}

function fileAt(name: string, modified: number): TarFile {
  const path = join(PROJECT, name);
  const chunks = () => createReadStream(path) as AsyncIterable<Uint8Array<ArrayBuffer>>;
  return {
    name,
    // Opened when its turn comes.
    content: { size: statSync(path).size, chunks: lazily(chunks) },
    modified,
  };
}

async function* lazily(open: () => AsyncIterable<Uint8Array<ArrayBuffer>>) {
  yield* open();
}

function bodyOf(bytes: Uint8Array) {
  const whole = new Uint8Array(bytes);
  return { size: whole.length, chunks: lazily(() => chunksOf(whole)) };
}

async function* chunksOf(bytes: Uint8Array<ArrayBuffer>) {
  yield bytes;
}
