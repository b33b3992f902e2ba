import { type Catalogue, type CatalogueFile, type FontKey, openCatalogue } from "./catalogue.ts";

/** Maximum bytes of font files cached per isolate; those of a Chinese document are about 6 MB. */
const MAX_CACHED_BYTES = 12 * 1024 * 1024;

/** Access to the static files. */
export interface Assets {
  readAsset(path: string): Promise<Response>;
}

/**
 * Only finished reads are cached, since one request must not wait for another's read. Only files are shared; the
 * objects parsed from them contain state of their use.
 */
let openedCatalogue: Catalogue | null = null;
const files = new Map<string, Uint8Array>();
let cachedBytes = 0;

/** Returns the name of a font file, without its extension. */
export function fontName({ family, subset, weight }: FontKey): string {
  return `${family}-${subset}-${weight}`;
}

/** @throws Error if the assets were not built */
export async function readCatalogue(assets: Assets): Promise<Catalogue> {
  if (openedCatalogue !== null) return openedCatalogue;
  const response = await openAsset(assets, "catalogue.json");
  const file: CatalogueFile = await response.json();
  openedCatalogue = openCatalogue(file);
  return openedCatalogue;
}

/** Returns the bytes of a font file, from memory if it was read recently. */
export async function readFont(assets: Assets, key: FontKey): Promise<Uint8Array> {
  const name = fontName(key);
  const known = files.get(name);
  if (known !== undefined) {
    files.delete(name);
    files.set(name, known);
    return known;
  }
  const response = await openAsset(assets, `${name}.ttf`);
  const bytes = new Uint8Array(await response.arrayBuffer());
  keep(name, bytes);
  return bytes;
}

function keep(name: string, bytes: Uint8Array): void {
  if (files.has(name)) return;
  files.set(name, bytes);
  cachedBytes += bytes.byteLength;
  for (const [oldest, { byteLength }] of files) {
    if (cachedBytes <= MAX_CACHED_BYTES) return;
    files.delete(oldest);
    cachedBytes -= byteLength;
  }
}

async function openAsset(assets: Assets, file: string): Promise<Response> {
  const response = await assets.readAsset(`/fonts/${file}`);
  if (response.ok) return response;
  await response.body?.cancel();
  throw new Error(`The asset fonts/${file} is missing; build the Worker to have it written.`);
}
