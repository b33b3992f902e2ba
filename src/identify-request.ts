import { identifyIngest } from "./platform/auth/identify-ingest.ts";
import { type Actor, identify } from "./platform/auth/identity.ts";
import type { Services } from "./services.ts";

/**
 * Tells who sends a request.
 * @throws AppError as `identify` does
 */
export async function identifyRequest(
  request: Request,
  url: URL,
  services: Services,
): Promise<Actor> {
  const { settings, verifyAccess } = services;
  const ingest = await identifyIngest(request, url, settings);
  return ingest ?? (await identify(request.headers, settings, verifyAccess));
}
