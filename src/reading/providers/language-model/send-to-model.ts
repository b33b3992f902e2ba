import { limitStream } from "../../../platform/lib/streams.ts";
import type { ModelBinding } from "./open-model.ts";
import { noModelThere } from "./provider-fault.ts";

/** More than any model writes, including stream events. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Media types of proxy pages, which no model returns. */
const WEB_PAGE = /^\s*(?:text\/html|application\/xhtml\+xml|(?:text|application)\/xml)\b/i;

/**
 * Returns a `fetch` for the operator's address. Follows no redirects, which lead to unapproved addresses, and aborts an
 * endless answer.
 * @throws AppError `provider_error` for a web page with a success status
 */
export function openSender(network: typeof fetch, binding: ModelBinding): typeof fetch {
  return async (input: RequestInfo | URL, init?: RequestInit) => {
    const response = await network(input, { ...init, redirect: "manual" });
    const type = response.headers.get("Content-Type") ?? "";
    if (response.ok && WEB_PAGE.test(type)) {
      await response.body?.cancel();
      throw noModelThere(type, binding);
    }
    if (response.body === null) return response;
    const what = "The provider's answer";
    const body = limitStream(response.body, MAX_ANSWER_BYTES, "provider_bad_output", what);
    const { status, headers } = response;
    return new Response(body, { status, headers });
  };
}
