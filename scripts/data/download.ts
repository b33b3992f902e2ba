import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";

/** The longest one file may take. */
const LONGEST_MS = 15 * 60_000;

/**
 * The content at a URL, as a stream.
 * @throws Error that ends a sentence: `answered 404`, `could not be reached (…)`
 */
export async function download(url: string): Promise<Readable> {
  const response = await fetch(url, { signal: AbortSignal.timeout(LONGEST_MS) }).catch(
    (error: unknown) => {
      throw new Error(`could not be reached (${reasonOf(error)})`, { cause: error });
    },
  );
  if (!response.ok || response.body === null) {
    await response.body?.cancel();
    throw new Error(`answered ${response.status}`);
  }
  const body = Readable.fromWeb(response.body as ReadableStream);
  return Readable.from(named(body));
}

/** The same bytes; what breaks them off gets a name that people understand. */
async function* named(body: Readable): AsyncGenerator<Buffer> {
  try {
    for await (const chunk of body) yield Buffer.from(chunk as Uint8Array);
  } catch (error) {
    throw new Error(`broke off before its end (${reasonOf(error)})`, { cause: error });
  }
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: unknown };
  if (cause instanceof Error) return cause.message;
  return error instanceof Error ? error.message : String(error);
}
