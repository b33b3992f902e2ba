import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { buildIndex, loadIndex } from "../../src/knowledge/attack/build-index.ts";
import { readRelease } from "../../src/knowledge/attack/read-release.ts";
import type { ReleaseContent } from "../../src/knowledge/attack/release-content.ts";
import type { ReleaseIndex } from "../../src/knowledge/attack/release-index.ts";
import { guidanceOf, type StixObject } from "./guidance.ts";

const COLLECTION = "x-mitre-collection";

/** A release as it is stored, and the texts by which it tells defenders what to do. */
export interface BundleContent {
  content: ReleaseContent;
  guidance: string[];
}

/**
 * Reads a bundle file, gzipped or not. Its objects are taken by type and id, the collection first:
 * the order in which they are learned from shows in the weights, and copies of a release differ in it.
 */
export async function readBundleFile(path: string): Promise<BundleContent> {
  const bytes = readFileSync(path);
  const plain = path.endsWith(".gz") ? gunzipSync(bytes) : bytes;
  const bundle = JSON.parse(plain.toString("utf8")) as { objects: StixObject[] };
  bundle.objects.sort(inOrder);
  const body = new Blob([JSON.stringify(bundle)]).stream();
  return { content: await readRelease(body, {}), guidance: guidanceOf(bundle.objects) };
}

function inOrder(a: StixObject, b: StixObject): number {
  if (a.type === b.type) return a.id < b.id ? -1 : Number(a.id > b.id);
  if (a.type === COLLECTION) return -1;
  if (b.type === COLLECTION) return 1;
  return a.type < b.type ? -1 : 1;
}

export function indexOf(content: ReleaseContent): ReleaseIndex {
  return loadIndex(buildIndex(content), 0);
}
