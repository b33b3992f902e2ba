import type { Bindings } from "./bindings.ts";
import { identifyRequest } from "./identify-request.ts";
import { noteRequest } from "./note-request.ts";
import { requestIdOf } from "./platform/http/common-headers.ts";
import { readSmallBody } from "./platform/http/read-body.ts";
import { refuseCrossOrigin } from "./platform/http/same-origin.ts";
import { bodyKey, type CachedResponse } from "./platform/response-cache/response-cache.ts";
import { writeCached } from "./platform/response-cache/write-cached.ts";
import { openedServices, type Services } from "./services.ts";

/** What is no UTF-8 is for the route to refuse. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/**
 * Answers at once what is kept for this very URL, and body, and still holds, without the way through
 * the routes; null for everything else. Whoever may not have it is refused there.
 */
export function serveCached(
  request: Request,
  env: Bindings,
): Response | null | Promise<Response | null> {
  const services = openedServices(env);
  if (services === undefined) return null;
  const asked = { request, services, begun: Date.now() };
  if (request.method === "GET") {
    const kept = services.answers.find(request.url);
    return kept === null ? null : answerIfCurrent(asked, kept);
  }
  const isByBody = request.method === "POST" && services.answers.isKeptByBody(request.url);
  return isByBody ? answerBody(asked) : null;
}

/** A request that a kept answer may answer, and when it came. */
interface Asked {
  request: Request;
  services: Services;
  begun: number;
}

/** What fails here fails in the route as well, which tells why. */
async function answerBody(asked: Asked): Promise<Response | null> {
  const { request, services } = asked;
  try {
    refuseCrossOrigin(request, new URL(request.url), services.settings);
    const body = await readSmallBody(request, services.settings);
    if (body === null) return null;
    const key = bodyKey(request.url, utf8.decode(body));
    const kept = services.answers.find(key);
    return kept === null ? null : await answerIfCurrent(asked, kept);
  } catch {
    return null;
  }
}

function answerIfCurrent(
  asked: Asked,
  kept: CachedResponse,
): Response | null | Promise<Response | null> {
  const { request, services } = asked;
  // A token counts in local mode too: one that was revoked gets 401 everywhere.
  const isLocal = !services.settings.AUTH_ENABLED && !request.headers.has("Authorization");
  const isForAll = kept.isOpen || isLocal;
  if (!isForAll) return answerReader(asked, kept);
  const isCurrent = kept.isCurrent(request);
  if (typeof isCurrent === "boolean") return isCurrent ? write(asked, kept) : null;
  return isCurrent.then(
    (holds) => (holds ? write(asked, kept) : null),
    () => null,
  );
}

/** Kept answers are for all who may read, whoever asked first. */
async function answerReader(asked: Asked, kept: CachedResponse): Promise<Response | null> {
  const { request, services } = asked;
  try {
    await identifyRequest(request, new URL(request.url), services);
    return (await kept.isCurrent(request)) ? write(asked, kept) : null;
  } catch {
    return null;
  }
}

function write({ request, services, begun }: Asked, kept: CachedResponse): Response {
  const { headers, method } = request;
  const requestId = requestIdOf(headers);
  const response = writeCached(kept, headers, requestId);
  noteRequest(services, { method, route: kept.route, status: response.status, requestId, begun });
  return response;
}
