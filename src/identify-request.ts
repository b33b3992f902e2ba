import { identifyToken, readToken } from "./exchange/tokens/identify-token.ts";
import { identifyIngest } from "./platform/auth/identify-ingest.ts";
import { type Actor, identify, LOCAL_ACTOR } from "./platform/auth/identity.ts";
import { identifySession } from "./platform/sign-on/identify-session.ts";
import type { Services } from "./services.ts";

/**
 * Identifies the sender of a request; synchronously where nobody has to prove anything.
 * An API token proves its owner by itself, with or without a proxy.
 * @throws AppError as `identify`, `identifySession` and `identifyToken` do
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
