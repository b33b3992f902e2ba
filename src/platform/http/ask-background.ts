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
    try {
      const response = await background.fetch(
        new Request(request, { headers, redirect: "manual" }),
      );
      // Headers of a received response cannot be changed.
      return new Response(response.body, response);
    } catch (cause) {
      throw new AppError(
        "starting",
        "The process for long work ended before it answered; try again in a few seconds.",
        { cause, headers: { "Retry-After": "2" } },
      );
    }
  };
}
