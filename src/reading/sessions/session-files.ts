const textKey = (sessionId: string) => `sessions/${sessionId}/text.txt`;
const outlineKey = (sessionId: string) => `sessions/${sessionId}/outline.json`;
const opinionKey = (sessionId: string) => `sessions/${sessionId}/opinion.json`;
const uploadKey = (sessionId: string) => `sessions/${sessionId}/upload`;
const exportsPrefix = (sessionId: string) => `sessions/${sessionId}/exports/`;

/** The uploaded file, unchanged. */
export interface Upload {
  bytes: Uint8Array;
  filename: string;
  media_type: string;
}

/** A stored upload. Its bytes are streamed. */
export interface StoredUpload extends Omit<Upload, "bytes"> {
  body: ReadableStream<Uint8Array>;
}

/** A report in its stored form. */
export interface SessionReport {
  text: string;
  /** ASCII JSON. Null if the outline is computed from the text on request. */
  outline: string | null;
  upload: Upload | null;
}

/** Returns the bytes that a report takes in object storage. */
export function storedBytes({ text, outline, upload }: SessionReport): number {
  const textBytes = new TextEncoder().encode(text).length;
  return textBytes + (outline?.length ?? 0) + (upload?.bytes.length ?? 0);
}

/**
 * The texts, outlines, uploads, second opinions and exports of sessions in object storage. They are deleted with the
 * session.
 */
export class SessionFiles {
  readonly #files: R2Bucket;

  constructor(files: R2Bucket) {
    this.#files = files;
  }

  async store(sessionId: string, { text, outline, upload }: SessionReport): Promise<void> {
    await this.storeOutline(sessionId, outline);
    await this.#files.put(textKey(sessionId), text, {
      httpMetadata: { contentType: "text/plain; charset=utf-8" },
    });
    if (upload === null) return;
    await this.#files.put(uploadKey(sessionId), upload.bytes, {
      httpMetadata: { contentType: upload.media_type },
      customMetadata: { filename: encodeURIComponent(upload.filename) },
    });
  }

  /** Returns the analyzed text, or null. */
  async readText(sessionId: string): Promise<string | null> {
    const object = await this.#files.get(textKey(sessionId));
    return object === null ? null : await object.text();
  }

  /** Returns the uploaded file, unchanged, or null for a typed text. */
  async readUpload(sessionId: string): Promise<StoredUpload | null> {
    const object = await this.#files.get(uploadKey(sessionId));
    if (object === null) return null;
    return {
      body: object.body,
      media_type: object.httpMetadata?.contentType ?? "application/octet-stream",
      filename: decodeURIComponent(object.customMetadata?.["filename"] ?? "report"),
    };
  }

  /** Returns the stored outline of the text, or null. */
  async readOutline(sessionId: string): Promise<string | null> {
    const object = await this.#files.get(outlineKey(sessionId));
    return object === null ? null : await object.text();
  }

  /** Replaces the stored outline. Null removes it. */
  async storeOutline(sessionId: string, outline: string | null): Promise<void> {
    if (outline === null) await this.#files.delete(outlineKey(sessionId));
    else {
      const httpMetadata = { contentType: "application/json" };
      await this.#files.put(outlineKey(sessionId), outline, { httpMetadata });
    }
  }

  /** Returns the last second opinion on a session as JSON, or null. */
  async readOpinion(sessionId: string): Promise<string | null> {
    const object = await this.#files.get(opinionKey(sessionId));
    return object === null ? null : await object.text();
  }

  /** Stores a second opinion, replacing the previous one. */
  async storeOpinion(sessionId: string, opinion: string): Promise<void> {
    const httpMetadata = { contentType: "application/json" };
    await this.#files.put(opinionKey(sessionId), opinion, { httpMetadata });
  }

  async removeOpinion(sessionId: string): Promise<void> {
    await this.#files.delete(opinionKey(sessionId));
  }

  /**
   * Returns an earlier export of a session, or null if there is none.
   * @param madeFrom hash of the data that the export is based on
   */
  async readExport(
    sessionId: string,
    format: string,
    madeFrom: string,
  ): Promise<Uint8Array | null> {
    const object = await this.#files.get(`${exportsPrefix(sessionId)}${format}/${madeFrom}`);
    return object === null ? null : new Uint8Array(await object.arrayBuffer());
  }

  /** Stores an export, replacing all earlier ones in its format. */
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

  /**
   * Removes all objects with a prefix. There are only a few, since each new export removes the others of its format.
   */
  async #removeAll(prefix: string, but = ""): Promise<void> {
    const { objects } = await this.#files.list({ prefix });
    const keys = objects.map(({ key }) => key).filter((key) => key !== but);
    if (keys.length > 0) await this.#files.delete(keys);
  }

  async remove(sessionId: string): Promise<void> {
    await this.#files.delete(
      [textKey, outlineKey, uploadKey, opinionKey].map((key) => key(sessionId)),
    );
    await this.removeExports(sessionId);
  }
}
