import type { Bindings } from "./bindings.ts";
import { identifyRequest } from "./identify-request.ts";
import { noteRequest } from "./note-request.ts";
import { requestIdOf } from "./platform/http/common-headers.ts";
import { readSmallBody } from "./platform/http/read-body.ts";
import { refuseCrossOrigin } from "./platform/http/same-origin.ts";
import { bodyKey, type CachedResponse } from "./platform/response-cache/response-cache.ts";
import { writeCached } from "./platform/response-cache/write-cached.ts";
import { openedServices, type Services } from "./services.ts";

/** Throws on invalid UTF-8, so that the route handles the request and rejects it. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/**
 * Serves a cached response for this URL and body if it is still valid, bypassing the router. Returns null for
 * everything else, including callers without access: the route rejects them.
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

/** A request that may be served from the cache, and when it arrived. */
interface Asked {
  request: Request;
  services: Services;
  begun: number;
}

/** Returns null on any error, because the route fails the same way and explains why. */
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
  // A token counts in local mode too: a revoked one gets 401 everywhere.
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

/** Serves a cached response to any caller with read access, regardless of who requested it first. */
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
