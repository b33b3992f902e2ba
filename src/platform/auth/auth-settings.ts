/** The authentication settings, as given. */
export interface AuthSettings {
  AUTH_ENABLED: boolean;
  TRUST_PROXY_HEADERS: boolean;
  PROXY_SECRET?: string | undefined;
  PROXY_SECRET_PREVIOUS?: string | undefined;
  ACCESS_TEAM_DOMAIN?: string | undefined;
  ACCESS_AUD?: string | undefined;
  OIDC_ISSUER?: string | undefined;
  ACCESS_ADMINS: readonly string[];
  ACCESS_ANALYSTS: readonly string[];
  INGEST_TOKEN?: string | undefined;
}

/** A setting that conflicts with others, and the end of a sentence that begins with its name. */
export interface SettingFault {
  name: string;
  message: string;
}

const NAMES = [
  "PROXY_SECRET",
  "PROXY_SECRET_PREVIOUS",
  "ACCESS_TEAM_DOMAIN",
  "ACCESS_AUD",
  "ACCESS_ADMINS",
  "ACCESS_ANALYSTS",
  "OIDC_ISSUER",
  "TRUST_PROXY_HEADERS",
  "INGEST_TOKEN",
] as const satisfies (keyof AuthSettings)[];

const TOGETHER = "is needed: ACCESS_TEAM_DOMAIN and ACCESS_AUD are set together";
const PROOF =
  "needs PROXY_SECRET, or ACCESS_TEAM_DOMAIN and ACCESS_AUD, or OIDC_ISSUER, or TRUST_PROXY_HEADERS=true where nobody but the proxy reaches this address";
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i;

/**
 * Returns the first authentication setting that is incomplete, or null. Setting any of them means that not every caller
 * is admin, so the service must not start in a mode that trusts everyone.
 */
export function findAuthFault(settings: AuthSettings): SettingFault | null {
  const given = namesOfGiven(settings);
  const isSet = (name: string) => given.includes(name);
  const pairs: [given: string, needed: string, message: string][] = [
    ["ACCESS_TEAM_DOMAIN", "ACCESS_AUD", TOGETHER],
    ["ACCESS_AUD", "ACCESS_TEAM_DOMAIN", TOGETHER],
    ["PROXY_SECRET_PREVIOUS", "PROXY_SECRET", "is needed by PROXY_SECRET_PREVIOUS"],
    ["ACCESS_ADMINS", "ACCESS_TEAM_DOMAIN", "is needed by ACCESS_ADMINS"],
    ["ACCESS_ANALYSTS", "ACCESS_TEAM_DOMAIN", "is needed by ACCESS_ANALYSTS"],
  ];
  for (const [name, needed, message] of pairs) {
    if (isSet(name) && !isSet(needed)) return { name: needed, message };
  }
  const [first] = given;
  if (!settings.AUTH_ENABLED) {
    return first === undefined
      ? null
      : {
          name: first,
          message: "has no effect without AUTH_ENABLED=true. Set AUTH_ENABLED=true, or remove it",
        };
  }
  const proofs = [
    "PROXY_SECRET",
    "ACCESS_TEAM_DOMAIN",
    "OIDC_ISSUER",
    "TRUST_PROXY_HEADERS",
  ].filter(isSet);
  const [one, other] = proofs;
  if (one === undefined || other === undefined) return null;
  return {
    name: other,
    message: `cannot be combined with ${one}. Use one way only to prove who the caller is`,
  };
}

/**
 * Returns the fault of a team mode in which anyone can write the identity headers, or null. A proof or the listening
 * address must prevent it. On loopback only a proxy on the same machine reaches the service.
 * @param host the listening address, or null at the edge, where anyone can reach the service
 */
export function findProofFault(settings: AuthSettings, host: string | null): SettingFault | null {
  if (!settings.AUTH_ENABLED || settings.TRUST_PROXY_HEADERS || hasProof(settings)) return null;
  if (host === null) return { name: "AUTH_ENABLED", message: PROOF };
  if (LOOPBACK.test(host)) return null;
  const message = `${PROOF}, or HOST=127.0.0.1 with the proxy on the same machine`;
  return { name: "AUTH_ENABLED", message };
}

/** Returns whether a secret, Cloudflare Access or a login at this service proves who sends a request. */
export function hasProof(settings: AuthSettings): boolean {
  const { PROXY_SECRET: secret, ACCESS_TEAM_DOMAIN: team, OIDC_ISSUER: issuer } = settings;
  return [secret, team, issuer].some((proof) => proof !== undefined);
}

function namesOfGiven(settings: AuthSettings): string[] {
  return NAMES.filter((name) => {
    const value = settings[name];
    return typeof value === "object" ? value.length > 0 : value !== undefined && value !== false;
  });
}
