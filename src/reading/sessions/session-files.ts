const textKey = (sessionId: string) => `sessions/${sessionId}/text.txt`;
const uploadKey = (sessionId: string) => `sessions/${sessionId}/upload`;

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

/** The texts and uploads of sessions in object storage; they go when the session goes. */
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

  async remove(sessionId: string): Promise<void> {
    await this.#files.delete([textKey(sessionId), uploadKey(sessionId)]);
  }
}
