import { createRemoteJWKSet, customFetch, errors, jwtVerify } from "jose";
import type { AuthSettings } from "./auth-settings.ts";
import { AppError } from "../lib/errors.ts";
import { describeError, type Log } from "../lib/log.ts";
import type { AccessVerifier } from "./identity.ts";

/** Time limit of the whole key request, because a sign-in waits for it. */
const KEYS_TIMEOUT_MS = 5_000;

/** The algorithm that Access signs with. Any other is rejected, whatever a token declares. */
const ALGORITHMS = ["RS256"];
const CLOCK_TOLERANCE_SECONDS = 30;
const RETRY_SECONDS = "10";

const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>();

/** Errors of the token. All others are failures to fetch the keys. */
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
 * Creates the verifier of Cloudflare Access tokens, or returns null if Access is not configured. It checks signature,
 * issuer, audience and expiry as described in Cloudflare's "Validate JWTs". A person is identified by email, a service
 * token by the name of its client id.
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

/** Reuses key sets, because jose caches and rotates the keys itself while the set exists. */
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
