import type { AuthSettings } from "./auth-settings.ts";
import type { Actor } from "./identity.ts";
import { isSameSecret } from "./is-same-secret.ts";

/** Sending a bundle, and asking how far its ingest is. */
const ALLOWED = /^(POST \/api\/sync\/bundles|GET \/api\/sync\/tasks\/[^/]+)$/;

/**
 * The actor of a request that carries INGEST_TOKEN, or null. A program has no browser to sign in
 * with, so the token stands for itself, and for nothing but sending bundles.
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
