/** The default domain. */
export const DEFAULT_DOMAIN = "enterprise-attack";

/** The release whose facts the repository ships and whose model is trained. */
export const SEED = { domain: "enterprise-attack", version: "19.1" } as const;

/** The domains that ATT&CK publishes, with its names (`x_mitre_domains`). Syncs support these. */
export const SYNCED_DOMAINS = ["enterprise-attack", "mobile-attack", "ics-attack"] as const;
export type SyncedDomain = (typeof SYNCED_DOMAINS)[number];

/** All knowledge-base domains. ATLAS is imported. */
export const DOMAINS = [...SYNCED_DOMAINS, "atlas"] as const;
export type Domain = (typeof DOMAINS)[number];

/** State of an object in a release: `active` is neither revoked nor deprecated. */
export const OBJECT_STATES = ["active", "deprecated", "revoked"] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];

/** `staging` is invisible, `ready` is available, `retired` was removed or replaced. */
export const RELEASE_STATES = ["staging", "ready", "retired"] as const;

/** Origin of a release: the facts shipped with the program, or a bundle. */
export const RELEASE_ORIGINS = ["seed", "bundle"] as const;
export type ReleaseOrigin = (typeof RELEASE_ORIGINS)[number];

export const SOFTWARE_TYPES = ["malware", "tool"] as const;
export type SoftwareType = (typeof SOFTWARE_TYPES)[number];

/** Returns whether a sync supports a domain. */
export function isSyncedDomain(value: string): boolean {
  return SYNCED_DOMAINS.some((domain) => domain === value);
}

/** Returns whether a domain is known. */
export function isDomain(value: string): value is Domain {
  return DOMAINS.some((domain) => domain === value);
}

const VERSION_PATTERN = /^\d{1,4}(\.\d{1,4}){0,2}(-[a-z][a-z0-9.]{0,15})?$/i;

/** Returns whether a text is a release number such as `18.1`, or a pre-release such as `11.0-beta`. */
export function isVersion(value: string): boolean {
  return VERSION_PATTERN.test(value);
}

/** Returns whether a version is a pre-release. */
export function isPrerelease(version: string): boolean {
  return version.includes("-");
}

/** Returns a number that orders releases by version: 9.0 before 18.1-beta before 18.1. */
export function versionRank(version: string): number {
  const [number = ""] = version.split("-");
  const [major = 0, minor = 0, patch = 0] = number.split(".").map(Number);
  return (major * 10_000 + minor) * 10_000 + patch - (isPrerelease(version) ? 1 : 0);
}
