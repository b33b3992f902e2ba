import { RecentlyUsed } from "../../../platform/lib/recently-used.ts";
import { yieldToOthers } from "../../../platform/lib/yield-to-others.ts";
import { type DetectionIndex, indexDetections } from "./detection-index.ts";
import { NO_DETECTIONS, type ReleaseDetections } from "./release-detections.ts";

/** Releases cached per isolate. Enterprise takes about 5 MB. */
const MAX_CACHED = 3;

/** Stored detections never change, so an isolate can cache them indefinitely. */
const cache = new RecentlyUsed<DetectionIndex>(MAX_CACHED);

const keyOf = (releaseId: number) => `releases/${releaseId}/detections.json`;

/** The detections and mitigations of releases in object storage, cached in memory. */
export class DetectionStore {
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
  }

  async put(releaseId: number, detections: ReleaseDetections): Promise<void> {
    await this.#files.put(keyOf(releaseId), new Blob(await jsonPieces(detections)));
  }

  /**
   * Returns the detections of a release. They are empty if it was stored by a version that did not store them.
   * @param contentSha256 distinguishes releases whose number was reused after the database was emptied
   */
  async get(releaseId: number, contentSha256: string): Promise<DetectionIndex> {
    return await cache.getOr(`${releaseId}:${contentSha256}`, async () => {
      const object = await this.#files.get(keyOf(releaseId));
      const stored = object === null ? NO_DETECTIONS : await object.json<ReleaseDetections>();
      return indexDetections(stored, object !== null);
    });
  }

  /** Returns whether a release was stored with its detections. */
  async has(releaseId: number): Promise<boolean> {
    return (await this.#files.head(keyOf(releaseId))) !== null;
  }

  async remove(releaseId: number): Promise<void> {
    await this.#files.delete(keyOf(releaseId));
  }
}

/** Records serialized per step: some 100 KB. */
const STEP = 100;

/** Returns JSON in pieces, as bytes. As one text it takes 10 MB of an isolate's heap. */
async function jsonPieces(detections: ReleaseDetections): Promise<Uint8Array[]> {
  const encoder = new TextEncoder();
  const pieces: Uint8Array[] = [];
  for (const [at, [name, records]] of Object.entries(detections).entries()) {
    pieces.push(encoder.encode(`${at === 0 ? "{" : "],"}${JSON.stringify(name)}:[`));
    for (let from = 0; from < records.length; from += STEP) {
      const json = JSON.stringify(records.slice(from, from + STEP)).slice(1, -1);
      pieces.push(encoder.encode(from === 0 ? json : `,${json}`));
      await yieldToOthers();
    }
  }
  return [...pieces, encoder.encode("]}")];
}
