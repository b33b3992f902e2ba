import type { Bindings } from "./bindings.ts";
import { identifyRequest } from "./identify-request.ts";
import { COMMON_HEADERS, NOT_STORED, requestIdOf } from "./label-response.ts";
import { isUnchanged } from "./platform/kept-answers/keep-answer.ts";
import type { KeptAnswer } from "./platform/kept-answers/kept-answers.ts";
import { openedServices, type Services } from "./services.ts";

/** All headers of a kept answer but the id of the request, made when it is first asked for. */
const prepared = new WeakMap<KeptAnswer, { whole: Headers; unchanged: Headers }>();

/**
 * Answers at once what is kept for this very URL, without the way through the routes; null for
 * everything else. Whoever may not read it is refused there.
 */
export function answerKept(
  request: Request,
  env: Bindings,
): Response | null | Promise<Response | null> {
  if (request.method !== "GET") return null;
  const services = openedServices(env);
  const kept = services?.answers.find(request.url) ?? null;
  if (services === undefined || kept === null) return null;
  const isForAll = kept.isOpen || !services.settings.AUTH_ENABLED;
  if (isForAll) return serve(kept, request.headers);
  return mayRead(request, services).then((may) => (may ? serve(kept, request.headers) : null));
}

function serve(kept: KeptAnswer, asked: Headers): Response {
  const { whole, unchanged } = prepared.get(kept) ?? prepare(kept);
  const isKnown = isUnchanged(kept, asked);
  const headers = new Headers(isKnown ? unchanged : whole);
  headers.set("X-Request-ID", requestIdOf(asked));
  return isKnown
    ? new Response(null, { status: 304, headers })
    : new Response(kept.body, { headers });
}

function prepare(kept: KeptAnswer): { whole: Headers; unchanged: Headers } {
  const whole = new Headers({ "Cache-Control": NOT_STORED, ...COMMON_HEADERS });
  for (const [name, value] of kept.headers) whole.set(name, value);
  const unchanged = new Headers(whole);
  unchanged.delete("Content-Type");
  const made = { whole, unchanged };
  prepared.set(kept, made);
  return made;
}

/** Kept answers are for all who may read, whoever asked first. */
async function mayRead(request: Request, services: Services): Promise<boolean> {
  const url = URL.parse(request.url);
  if (url === null) return false;
  return await identifyRequest(request, url, services).then(
    () => true,
    () => false,
  );
}
