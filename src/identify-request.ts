import { identifyToken, readToken } from "./exchange/tokens/identify-token.ts";
import { identifyIngest } from "./platform/auth/identify-ingest.ts";
import { type Actor, identify, LOCAL_ACTOR } from "./platform/auth/identity.ts";
import { identifySession } from "./platform/sign-on/identify-session.ts";
import type { Services } from "./services.ts";

/**
 * Identifies the sender of a request, synchronously if no proof is required. An API token identifies its owner with or
 * without a proxy.
 * @throws AppError the errors of `identify`, `identifySession` and `identifyToken`
 */
export function identifyRequest(
  request: Request,
  url: URL,
  services: Services,
): Actor | Promise<Actor> {
  const token = readToken(request.headers);
  if (token !== null) return identifyToken(services, token);
  const { AUTH_ENABLED: isTeam, INGEST_TOKEN: ingestToken } = services.settings;
  return isTeam || ingestToken !== undefined ? identifySender(request, url, services) : LOCAL_ACTOR;
}

async function identifySender(
  request: Request,
  url: URL,
  { settings, verifyAccess, signOn }: Services,
): Promise<Actor> {
  const ingest = await identifyIngest(request, url, settings);
  if (ingest !== null) return ingest;
  return signOn === null
    ? await identify(request.headers, settings, verifyAccess)
    : await identifySession(request, signOn);
}
