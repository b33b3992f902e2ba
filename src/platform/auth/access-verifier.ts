import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import type { AuthSettings } from "./auth-settings.ts";
import { AppError } from "../lib/errors.ts";
import { describeError, type Log } from "../lib/log.ts";
import type { AccessVerifier } from "./identity.ts";

/** For all of the request for the keys; a sign-in waits for it. */
const KEYS_TIMEOUT_MS = 5_000;

/** What Access signs with; any other algorithm is refused, whatever a token says. */
const ALGORITHMS = ["RS256"];
const CLOCK_TOLERANCE_SECONDS = 30;
const RETRY_SECONDS = "10";

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/** Faults of the token; every other one is a fault of the way to the keys. */
const TOKEN_FAULTS = [
  errors.JWTExpired,
  errors.JWTClaimValidationFailed,
  errors.JWTInvalid,
  errors.JWSInvalid,
  errors.JWSSignatureVerificationFailed,
  errors.JOSEAlgNotAllowed,
  errors.JOSENotSupported,
  errors.JWKSNoMatchingKey,
  errors.JWKSMultipleMatchingKeys,
];

/**
 * The verifier of Cloudflare Access tokens, or null when Access is not configured. Checks signature,
 * issuer, audience and expiry as Cloudflare's documentation "Validate JWTs" asks; a person has an
 * email, a service token the name of its client id.
 */
export function createAccessVerifier(
  settings: AuthSettings,
  fetchKeys: typeof fetch,
  log: Log,
): AccessVerifier | null {
  const { ACCESS_TEAM_DOMAIN: team, ACCESS_AUD: audience } = settings;
  if (team === undefined || audience === undefined) return null;
  const issuer = team.startsWith("http") ? team.replace(/\/$/, "") : `https://${team}`;
  const checks = {
    issuer,
    audience,
    algorithms: ALGORITHMS,
    requiredClaims: ["exp"],
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
  };
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keysOf(issuer, fetchKeys), checks);
      const name = payload["email"] ?? payload["common_name"];
      return typeof name === "string" && name !== "" && name.length <= 255 ? name : null;
    } catch (error) {
      if (TOKEN_FAULTS.some((fault) => error instanceof fault)) return null;
      log("error", "access.keys_unavailable", { issuer, ...describeError(error) });
      throw new AppError(
        "identity_unavailable",
        "The keys of Cloudflare Access cannot be fetched, so users cannot be identified; try again shortly.",
        { headers: { "Retry-After": RETRY_SECONDS }, cause: error },
      );
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
