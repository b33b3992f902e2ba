import type { Bindings } from "./bindings.ts";
import { identifyRequest } from "./identify-request.ts";
import { requestIdOf } from "./platform/http/common-headers.ts";
import { readSmallBody } from "./platform/http/read-body.ts";
import { refuseCrossOrigin } from "./platform/http/same-origin.ts";
import { bodyKey, type KeptAnswer } from "./platform/kept-answers/kept-answers.ts";
import { writeKept } from "./platform/kept-answers/write-kept.ts";
import { openedServices, type Services } from "./services.ts";

/** What is no UTF-8 is for the route to refuse. */
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: false });

/**
 * Answers at once what is kept for this very URL, and body, and still holds, without the way through
 * the routes; null for everything else. Whoever may not have it is refused there.
 */
export function answerKept(
  request: Request,
  env: Bindings,
): Response | null | Promise<Response | null> {
  const services = openedServices(env);
  if (services === undefined) return null;
  if (request.method === "GET") {
    const kept = services.answers.find(request.url);
    return kept === null ? null : answerIfCurrent(request, kept, services);
  }
  const isByBody = request.method === "POST" && services.answers.isKeptByBody(request.url);
  return isByBody ? answerBody(request, services) : null;
}

/** What fails here fails in the route as well, which tells why. */
async function answerBody(request: Request, services: Services): Promise<Response | null> {
  try {
    refuseCrossOrigin(request, new URL(request.url), services.settings);
    const body = await readSmallBody(request, services.settings);
    if (body === null) return null;
    const key = bodyKey(request.url, utf8.decode(body));
    const kept = services.answers.find(key);
    return kept === null ? null : await answerIfCurrent(request, kept, services);
  } catch {
    return null;
  }
}

function answerIfCurrent(
  request: Request,
  kept: KeptAnswer,
  services: Services,
): Response | null | Promise<Response | null> {
  const isForAll = kept.isOpen || !services.settings.AUTH_ENABLED;
  if (!isForAll) return answerReader(request, kept, services);
  const isCurrent = kept.isCurrent(request);
  if (typeof isCurrent === "boolean") return isCurrent ? write(kept, request) : null;
  return isCurrent.then(
    (holds) => (holds ? write(kept, request) : null),
    () => null,
  );
}

/** Kept answers are for all who may read, whoever asked first. */
async function answerReader(
  request: Request,
  kept: KeptAnswer,
  services: Services,
): Promise<Response | null> {
  try {
    await identifyRequest(request, new URL(request.url), services);
    return (await kept.isCurrent(request)) ? write(kept, request) : null;
  } catch {
    return null;
  }
}

function write(kept: KeptAnswer, { headers }: Request): Response {
  return writeKept(kept, headers, requestIdOf(headers));
}
