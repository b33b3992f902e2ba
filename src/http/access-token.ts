import { createRemoteJWKSet, customFetch, jwtVerify } from "jose";
import type { Settings } from "../env.ts";
import type { AccessVerifier } from "./identity.ts";

/** For all of the request for the keys; a sign-in waits for it. */
const KEYS_TIMEOUT_MS = 5_000;

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/**
 * The verifier of Cloudflare Access tokens, or null when Access is not configured.
 * Checks signature, issuer, audience and expiry as Cloudflare's documentation "Validate JWTs" asks.
 */
export function createAccessVerifier(
  settings: Settings,
  fetchKeys: typeof fetch,
): AccessVerifier | null {
  const { ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: audience } = settings;
  if (team === undefined || audience === undefined) return null;
  const issuer = team.startsWith("http") ? team.replace(/\/$/, "") : `https://${team}`;
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keysOf(issuer, fetchKeys), { issuer, audience });
      const email = payload["email"];
      return typeof email === "string" && email.length <= 255 ? email : null;
    } catch {
      return null;
    }
  };
}

/** jose caches and rotates the keys itself, as long as the set lives. */
function keysOf(issuer: string, fetchKeys: typeof fetch): ReturnType<typeof createRemoteJWKSet> {
  const known = keySets.get(issuer);
  if (known !== undefined) return known;
  const url = new URL(`${issuer}/cdn-cgi/access/certs`);
  const created = createRemoteJWKSet(url, {
    [customFetch]: fetchKeys,
    timeoutDuration: KEYS_TIMEOUT_MS,
  });
  keySets.set(issuer, created);
  return created;
}
