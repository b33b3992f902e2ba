import { AppError } from "../../platform/lib/errors.ts";
import { type StixObject, stringOf } from "../../formats/stix/stix-object.ts";
import { type Domain, DOMAINS, isDomain, isVersion } from "./vocabulary.ts";

/** The release in a bundle. */
export interface ReleaseIdentity {
  domain: Domain;
  version: string;
}

/** The collection object of each domain. Its id is the same in every ATT&CK release. */
const COLLECTIONS: ReadonlyMap<string, Domain> = new Map([
  ["x-mitre-collection--1f5f1533-f617-4ca8-9ab4-6a02367fa019", "enterprise-attack"],
  ["x-mitre-collection--dac0d2d7-8653-445c-9bff-82f934c1e858", "mobile-attack"],
  ["x-mitre-collection--90c00720-636b-4485-b342-8751d232bf09", "ics-attack"],
]);

/** Returns the domain of a collection object, or null for a third-party collection. */
export function domainOfCollection(collectionId: string): Domain | null {
  return COLLECTIONS.get(collectionId) ?? null;
}

/**
 * Returns domain and version of a bundle, from its `x-mitre-collection` or the caller.
 * @throws AppError `validation_error` if neither names them or the two disagree
 */
export function collectionOf(
  collection: StixObject | null,
  given: Partial<ReleaseIdentity>,
): ReleaseIdentity {
  const named: Partial<ReleaseIdentity> = {};
  const domain = domainOfCollection(collection?.id ?? "");
  const version = stringOf(collection?.["x_mitre_version"]);
  if (domain !== null) named.domain = domain;
  // A third-party collection has its own version numbers.
  if (domain !== null && version !== null && isVersion(version)) named.version = version;
  return {
    domain: agree("domain", named.domain, given.domain),
    version: agree("version", named.version, given.version),
  };
}

function agree<T extends string>(what: string, named: T | undefined, given: T | undefined): T {
  if (named !== undefined && given !== undefined && named !== given) {
    throw new AppError(
      "validation_error",
      `The bundle says that its ${what} is ${named}, but ${given} was given; leave out ?${what}=.`,
    );
  }
  const value = named ?? given;
  if (value === undefined) {
    throw new AppError(
      "validation_error",
      `The bundle does not name its ATT&CK ${what}; give it as ?${what}=.`,
    );
  }
  return value;
}

/**
 * Parses the domain and version given by a caller.
 * @throws AppError `unknown_domain`, `validation_error`
 */
export function parseIdentity(given: {
  domain?: string | undefined;
  version?: string | undefined;
}): Partial<ReleaseIdentity> {
  const identity: Partial<ReleaseIdentity> = {};
  if (given.domain !== undefined) {
    if (!isDomain(given.domain)) throw unknownDomain(given.domain);
    identity.domain = given.domain;
  }
  if (given.version !== undefined) {
    if (!isVersion(given.version)) {
      throw new AppError("validation_error", "'version' must be a release number such as 18.1.");
    }
    identity.version = given.version;
  }
  return identity;
}

/** Returns the error for a domain that the knowledge base does not have. */
export function unknownDomain(domain: string): AppError {
  return new AppError(
    "unknown_domain",
    `There is no domain '${domain.slice(0, 64)}'; known are ${DOMAINS.join(", ")}.`,
  );
}

/**
 * Rejects a domain that the knowledge base does not have.
 * @throws AppError `unknown_domain`
 */
export function requireDomain(domain: string): void {
  if (!isDomain(domain)) throw unknownDomain(domain);
}
