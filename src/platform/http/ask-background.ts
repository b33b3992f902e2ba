import { AppError } from "../lib/errors.ts";

/** Has a request answered by the background process of the self-hosted service. */
export type AskBackground = (request: Request, requestId: string) => Promise<Response>;

/**
 * Returns what passes requests on to a background process, where they keep nobody else waiting. The process
 * identifies the sender and applies limits by itself.
 */
export function passToBackground(background: Fetcher): AskBackground {
  return async (request, requestId) => {
    const headers = new Headers(request.headers);
    headers.set("X-Request-ID", requestId);
    // Node would announce that it continues, which workerd takes for the response.
    headers.delete("Expect");
    const refused = new AbortController();
    const signal = AbortSignal.any([request.signal, refused.signal]);
    try {
      const passed = new Request(request, { headers, signal, redirect: "manual" });
      const response = await background.fetch(passed);
      const length = Number(response.headers.get("Content-Length"));
      // Headers of a received response cannot be changed.
      if (response.status < 400 || length === 0) return new Response(response.body, response);
      const problem = new Response(await readExactly(response, length), response);
      // A body that is refused is read no further.
      refused.abort();
      return problem;
    } catch (cause) {
      throw new AppError(
        "starting",
        "The process for long work ended before it answered; try again in a few seconds.",
        { cause, headers: { "Retry-After": "2" } },
      );
    }
  };
}

/** Reads a body of this length. workerd tells its end only when the body of the request has ended as well. */
async function readExactly({ body }: Response, length: number): Promise<Uint8Array | null> {
  if (body === null) return null;
  const reader = body.getReader({ mode: "byob" });
  const { value } = await reader.readAtLeast(length, new Uint8Array(length));
  return value ?? null;
}
