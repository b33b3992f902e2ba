import type { AuthSettings } from "./auth-settings.ts";
import type { Actor } from "./identity.ts";
import { isSameSecret } from "./is-same-secret.ts";

/** The allowed requests: sending a bundle, and reading the progress of its ingest. */
const ALLOWED = /^(POST \/api\/sync\/bundles|GET \/api\/sync\/tasks\/[^/]+)$/;

/**
 * Returns the actor of a request with INGEST_TOKEN, or null. Programs have no browser to sign in with, so the token
 * identifies them, but only allows sending bundles.
 */
export async function identifyIngest(
  request: Request,
  url: URL,
  settings: AuthSettings,
): Promise<Actor | null> {
  if (settings.INGEST_TOKEN === undefined) return null;
  if (!ALLOWED.test(`${request.method} ${url.pathname}`)) return null;
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(request.headers.get("Authorization") ?? "") ?? [];
  const isKnown = await isSameSecret(token, settings.INGEST_TOKEN);
  return isKnown ? { name: "ingest token", role: "admin" } : null;
}
