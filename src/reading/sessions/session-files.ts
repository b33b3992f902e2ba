const textKey = (sessionId: string) => `sessions/${sessionId}/text.txt`;
const uploadKey = (sessionId: string) => `sessions/${sessionId}/upload`;
const exportsPrefix = (sessionId: string) => `sessions/${sessionId}/exports/`;

/** The file that was sent, as it came. */
export interface Upload {
  bytes: Uint8Array;
  filename: string;
  media_type: string;
}

/** Bytes that a text and an upload take in object storage. */
export function storedBytes(text: string, upload: Upload | null): number {
  return new TextEncoder().encode(text).length + (upload?.bytes.length ?? 0);
}

/** The texts, uploads and exports of sessions in object storage; they go when the session goes. */
export class SessionFiles {
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
  }

  async store(sessionId: string, text: string, upload: Upload | null): Promise<void> {
    await this.#files.put(textKey(sessionId), text, {
      httpMetadata: { contentType: "text/plain; charset=utf-8" },
    });
    if (upload === null) return;
    await this.#files.put(uploadKey(sessionId), upload.bytes, {
      httpMetadata: { contentType: upload.media_type },
      customMetadata: { filename: encodeURIComponent(upload.filename) },
    });
  }

  /** The text that was analysed, or null. */
  async readText(sessionId: string): Promise<string | null> {
    const object = await this.#files.get(textKey(sessionId));
    return object === null ? null : await object.text();
  }

  /**
   * What was exported of a session before; null if there is no such export.
   * @param madeFrom hash of what the export is made from
   */
  async readExport(
    sessionId: string,
    format: string,
    madeFrom: string,
  ): Promise<Uint8Array | null> {
    const object = await this.#files.get(`${exportsPrefix(sessionId)}${format}/${madeFrom}`);
    return object === null ? null : new Uint8Array(await object.arrayBuffer());
  }

  /** Stores an export in the place of all that were made in that format before. */
  async storeExport(
    sessionId: string,
    format: string,
    madeFrom: string,
    bytes: Uint8Array,
  ): Promise<void> {
    const prefix = `${exportsPrefix(sessionId)}${format}/`;
    await this.#files.put(`${prefix}${madeFrom}`, bytes);
    await this.#removeAll(prefix, `${prefix}${madeFrom}`);
  }

  async removeExports(sessionId: string): Promise<void> {
    await this.#removeAll(exportsPrefix(sessionId));
  }

  /** There are a few at most: each new export removes the others of its format. */
  async #removeAll(prefix: string, but = ""): Promise<void> {
    const { objects } = await this.#files.list({ prefix });
    const keys = objects.map(({ key }) => key).filter((key) => key !== but);
    if (keys.length > 0) await this.#files.delete(keys);
  }

  async remove(sessionId: string): Promise<void> {
    await this.#files.delete([textKey(sessionId), uploadKey(sessionId)]);
    await this.removeExports(sessionId);
  }
}
