import { AppError } from "../lib/errors.ts";

/** Sends a request to the background process of the self-hosted service. */
export type AskBackground = (request: Request, requestId: string) => Promise<Response>;

/**
 * Returns a function that forwards requests to a background process, where they do not delay others. The process
 * identifies the sender and applies limits itself.
 */
export function passToBackground(background: Fetcher): AskBackground {
  return async (request, requestId) => {
    const headers = new Headers(request.headers);
    headers.set("X-Request-ID", requestId);
    // Node would send 100 Continue, which workerd takes for the response.
    headers.delete("Expect");
    const refused = new AbortController();
    const signal = AbortSignal.any([request.signal, refused.signal]);
    try {
      const passed = new Request(request, { headers, signal, redirect: "manual" });
      const response = await background.fetch(passed);
      const length = Number(response.headers.get("Content-Length"));
      // Headers of a received response are immutable.
      if (response.status < 400 || length === 0) return new Response(response.body, response);
      const problem = new Response(await readExactly(response, length), response);
      // A rejected body is not read any further.
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

/** Reads a body of known length. workerd reports its end only after the request body has ended as well. */
async function readExactly({ body }: Response, length: number): Promise<Uint8Array | null> {
  if (body === null) return null;
  const reader = body.getReader({ mode: "byob" });
  const { value } = await reader.readAtLeast(length, new Uint8Array(length));
  return value ?? null;
}
