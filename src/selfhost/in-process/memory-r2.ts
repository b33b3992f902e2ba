/** A stored object and its metadata. */
export interface StoredObject {
  bytes: Uint8Array<ArrayBuffer>;
  etag: string;
  uploaded: Date;
  options: Pick<PutOptions, "customMetadata" | "httpMetadata">;
}

interface PutOptions {
  customMetadata?: Record<string, string>;
  httpMetadata?: Record<string, string>;
  onlyIf?: { etagMatches?: string };
}

/** In-memory object storage with the part of the R2 interface that the Worker uses. */
export class MemoryR2 {
  readonly objects: Map<string, StoredObject>;
  #count = 0;

  constructor(objects = new Map<string, StoredObject>()) {
    this.objects = objects;
  }

  async put(key: string, value: BodyInit, options: PutOptions = {}): Promise<unknown> {
    const { onlyIf, customMetadata, httpMetadata } = options;
    const expected = onlyIf?.etagMatches;
    if (expected !== undefined && this.objects.get(key)?.etag !== expected) return null;
    const bytes = new Uint8Array(await new Response(value).arrayBuffer());
    const said = {
      ...(customMetadata && { customMetadata }),
      ...(httpMetadata && { httpMetadata }),
    };
    const etag = String((this.#count += 1));
    this.objects.set(key, { bytes, etag, uploaded: new Date(), options: said });
    return await this.head(key);
  }

  async get(key: string, options: { range?: { offset: number; length: number } } = {}) {
    const stored = this.objects.get(key);
    if (stored === undefined) return null;
    const { offset = 0, length = stored.bytes.length } = options.range ?? {};
    const body = new Response(stored.bytes.subarray(offset, offset + length));
    return {
      ...describe(key, stored),
      body: body.body,
      arrayBuffer: () => body.arrayBuffer(),
      text: () => body.text(),
      json: () => body.json(),
    };
  }

  async head(key: string) {
    const stored = this.objects.get(key);
    return stored === undefined ? null : describe(key, stored);
  }

  async list({ prefix = "" }: { prefix?: string } = {}) {
    const found = [...this.objects].filter(([key]) => key.startsWith(prefix));
    const objects = found.map(([key, stored]) => describe(key, stored));
    return { objects: objects.sort((a, b) => (a.key < b.key ? -1 : 1)), truncated: false };
  }

  async delete(keys: string | readonly string[]): Promise<void> {
    for (const key of [keys].flat()) this.objects.delete(key);
  }
}

function describe(key: string, { bytes, etag, uploaded, options }: StoredObject) {
  return { key, size: bytes.length, etag, uploaded, ...options };
}
