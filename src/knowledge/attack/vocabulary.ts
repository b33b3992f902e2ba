/** The domain of whoever names none. */
export const DEFAULT_DOMAIN = "enterprise-attack";

/** The release whose plain facts the repository ships, and whose model is trained. */
export const SEED = { domain: "enterprise-attack", version: "19.1" } as const;

/** The domains that ATT&CK publishes, as it names them (`x_mitre_domains`); a sync knows these. */
export const SYNCED_DOMAINS = ["enterprise-attack", "mobile-attack", "ics-attack"] as const;
export type SyncedDomain = (typeof SYNCED_DOMAINS)[number];

/** All knowledge-base domains; ATLAS comes by import. */
export const DOMAINS = [...SYNCED_DOMAINS, "atlas"] as const;
export type Domain = (typeof DOMAINS)[number];

/** Whether an object of a release counts: `active` is neither revoked nor deprecated. */
export const OBJECT_STATES = ["active", "deprecated", "revoked"] as const;
export type ObjectState = (typeof OBJECT_STATES)[number];

/** `staging` is invisible, `ready` answers, `retired` was replaced by a newer ingest of its version. */
export const RELEASE_STATES = ["staging", "ready", "retired"] as const;

/** Where a release came from: the facts shipped with the program, or a bundle. */
export const RELEASE_ORIGINS = ["seed", "bundle"] as const;
export type ReleaseOrigin = (typeof RELEASE_ORIGINS)[number];

export const SOFTWARE_TYPES = ["malware", "tool"] as const;
export type SoftwareType = (typeof SOFTWARE_TYPES)[number];

/** Tells a domain that a sync can bring up to date. */
export function isSyncedDomain(value: string): boolean {
  return SYNCED_DOMAINS.some((domain) => domain === value);
}

/** Tells a known domain. */
export function isDomain(value: string): value is Domain {
  return DOMAINS.some((domain) => domain === value);
}

const VERSION_PATTERN = /^\d{1,4}(\.\d{1,4}){0,2}(-[a-z][a-z0-9.]{0,15})?$/i;

/** Whether a text is a release number such as `18.1`, or that of a pre-release such as `11.0-beta`. */
export function isVersion(value: string): boolean {
  return VERSION_PATTERN.test(value);
}

/** Whether a version is one that its publisher did not call finished. */
export function isPrerelease(version: string): boolean {
  return version.includes("-");
}

/** A number that orders releases as their version numbers do: 9.0 before 18.1-beta before 18.1. */
export function versionRank(version: string): number {
  const [number = ""] = version.split("-");
  const [major = 0, minor = 0, patch = 0] = number.split(".").map(Number);
  return (major * 10_000 + minor) * 10_000 + patch - (isPrerelease(version) ? 1 : 0);
}
