import { identifyIngest } from "./platform/auth/identify-ingest.ts";
import { type Actor, identify, LOCAL_ACTOR } from "./platform/auth/identity.ts";
import type { Services } from "./services.ts";

/**
 * Tells who sends a request; at once where nobody has to prove anything.
 * @throws AppError as `identify` does
 */
export function identifyRequest(
  request: Request,
  url: URL,
  services: Services,
): Actor | Promise<Actor> {
  const { AUTH_ENABLED: isTeam, INGEST_TOKEN: token } = services.settings;
  return isTeam || token !== undefined ? identifySender(request, url, services) : LOCAL_ACTOR;
}

async function identifySender(
  request: Request,
  url: URL,
  { settings, verifyAccess }: Services,
): Promise<Actor> {
  const ingest = await identifyIngest(request, url, settings);
  return ingest ?? (await identify(request.headers, settings, verifyAccess));
}
