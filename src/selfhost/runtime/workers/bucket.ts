/**
 * The object storage of the self-hosted service: a Durable Object that stores the metadata of each object, and the
 * name of the file with its bytes. It supports the requests of the R2 binding that the Worker sends, and rejects
 * others.
 */
import { DurableObject } from "cloudflare:workers";
import { collectAfter } from "../../../platform/lib/garbage.ts";
import { CREATE_OBJECTS, storeObject, type StoredObject } from "../stored-objects.ts";
import {
  answerContent,
  answerError,
  answerObject,
  answerObjects,
  R2Fault,
  type R2Request,
  readRequest,
} from "./r2-protocol.ts";

interface Bindings {
  BUCKETS: DurableObjectNamespace;
  BLOBS: Fetcher;
}

type Row = StoredObject & Record<string, SqlStorageValue>;

const countCall = collectAfter(300);
const BUCKET = "files";
const BLOBS_URL = `http://blobs/${BUCKET}/blobs/`;
const MOST_LISTED = 1000;
/** Sorts after every character of a key. */
const LAST = "\u{10ffff}";

export class Bucket extends DurableObject<Bindings> {
  readonly #sql = this.ctx.storage.sql;

  constructor(context: DurableObjectState, bindings: Bindings) {
    super(context, bindings);
    this.#sql.exec(CREATE_OBJECTS);
  }

  override async fetch(request: Request): Promise<Response> {
    countCall();
    try {
      return await this.#answer(await readRequest(request));
    } catch (error) {
      return answerError(error);
    }
  }

  async #answer(request: R2Request): Promise<Response> {
    if (request.method === "head") return this.#head(request.object);
    if (request.method === "get") return await this.#get(request);
    if (request.method === "put") return await this.#put(request);
    if (request.method === "list") return this.#list(request);
    return this.#delete(request.objects);
  }

  #find(key: string): StoredObject {
    const [row] = this.#sql.exec<Row>("select * from _mf_objects where key = ?", key);
    if (row === undefined) throw new R2Fault("no_such_key");
    return row;
  }

  #head(key: string): Response {
    const row = this.#find(key);
    return answerObject(row, { offset: 0, length: row.size });
  }

  async #get({ object, range }: R2Request & { method: "get" }): Promise<Response> {
    const row = this.#find(object);
    const offset = range?.offset ?? 0;
    const length = Math.min(range?.length ?? row.size, row.size - offset);
    if (offset < 0 || length < 0) throw new R2Fault("invalid_range");
    const isPart = length < row.size && length > 0;
    const headers: HeadersInit = isPart ? { Range: `bytes=${offset}-${offset + length - 1}` } : {};
    const blob = await this.env.BLOBS.fetch(BLOBS_URL + row.blob_id, { headers });
    if (!blob.ok || blob.body === null) throw new R2Fault("no_such_key");
    return answerContent(row, blob.body, { offset, length });
  }

  async #put(request: R2Request & { method: "put" }): Promise<Response> {
    const { object: key, size, value, sha256, etagMatches } = request;
    const blobId = crypto.randomUUID().replaceAll("-", "");
    const found = await this.#storeBlob(blobId, value, size, sha256 !== null);
    const [before] = this.#sql.exec<Row>("select * from _mf_objects where key = ?", key);
    const isExpected = etagMatches === null || etagMatches.includes(before?.etag ?? "");
    if (!isExpected || found !== sha256) {
      this.#removeBlobs([blobId]);
      throw new R2Fault(isExpected ? "bad_digest" : "precondition_failed");
    }
    const row: StoredObject = {
      key,
      blob_id: blobId,
      version: blobId,
      size,
      // The version serves as the ETag. No caller needs an MD5.
      etag: blobId,
      uploaded: Date.now(),
      checksums: JSON.stringify(sha256 === null ? {} : { sha256 }),
      http_metadata: JSON.stringify(request.httpFields),
      custom_metadata: JSON.stringify(request.customFields),
    };
    const { sql, values } = storeObject(row);
    this.#sql.exec(sql, ...values);
    if (before !== undefined) this.#removeBlobs([before.blob_id]);
    return answerObject(row);
  }

  /** Writes the bytes of an object. Returns their hash in hex if `isHashed`. */
  async #storeBlob(id: string, value: ReadableStream, size: number, isHashed: boolean) {
    const { readable, writable } = new FixedLengthStream(size);
    const stored = this.env.BLOBS.fetch(BLOBS_URL + id, { method: "PUT", body: readable });
    const [bytes, hash] = isHashed ? hashing(value) : [value, null];
    const passed = bytes.pipeTo(writable);
    // With a full disk, the response comes before all bytes are read, and the pipe fails.
    passed.catch(() => undefined);
    const answer = await stored;
    if (!answer.ok) throw new Error(`The disk service returned ${answer.status}.`);
    await passed;
    return hash === null ? null : toHex(await hash);
  }

  #list({ prefix, cursor, limit, include }: R2Request & { method: "list" }): Response {
    const most = Math.min(limit ?? MOST_LISTED, MOST_LISTED);
    const rows = this.#sql
      .exec<Row>(
        "select * from _mf_objects where key >= ? and key < ? and key > ? order by key limit ?",
        prefix,
        prefix + LAST,
        cursor ?? "",
        most + 1,
      )
      .toArray();
    const page = rows.slice(0, most);
    const last = rows.length > most ? page.at(-1)?.key : undefined;
    return answerObjects(page, last, include);
  }

  #delete(keys: readonly string[]): Response {
    const query = "delete from _mf_objects where key = ? returning blob_id";
    const gone = this.ctx.storage.transactionSync(() =>
      keys.flatMap((key) => this.#sql.exec<{ blob_id: string }>(query, key).toArray()),
    );
    this.#removeBlobs(gone.map(({ blob_id }) => blob_id));
    return new Response();
  }

  /** Removes files whose rows are gone, once that change is on disk. */
  #removeBlobs(ids: readonly string[]): void {
    const remove = async () => {
      await this.ctx.storage.sync();
      for (const id of ids) await this.env.BLOBS.fetch(BLOBS_URL + id, { method: "DELETE" });
    };
    this.ctx.waitUntil(remove());
  }
}

/** Returns the same bytes, and their SHA-256, which resolves after the last one. */
function hashing(value: ReadableStream<Uint8Array>) {
  const digest = new crypto.DigestStream("SHA-256");
  const writer = digest.getWriter();
  const bytes = new TransformStream<Uint8Array, Uint8Array>({
    transform: async (chunk, controller) => {
      await writer.write(chunk);
      controller.enqueue(chunk);
    },
    flush: async () => await writer.close(),
  });
  return [value.pipeThrough(bytes), digest.digest] as const;
}

function toHex(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Forwards requests of the binding to the object. */
export default {
  fetch: async (request, { BUCKETS }) => {
    return await BUCKETS.get(BUCKETS.idFromName(BUCKET)).fetch(request);
  },
} satisfies ExportedHandler<Bindings>;
