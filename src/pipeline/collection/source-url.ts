import { AppError } from "../../platform/lib/errors.ts";
import { whyNotPublic } from "../../platform/outbound/public-network.ts";
import { canonicalUrl } from "../intake/identity.ts";
import type { CollectionDeps } from "./deps.ts";
import { NoSource } from "./kinds/kind.ts";
import { SOURCE_KIND_TABLE } from "./kinds/kinds.ts";
import type { SourceKind } from "./vocabulary.ts";

/** The URL of a source, and the canonical form that identifies the same source. */
export interface SourceUrl {
  url: string;
  key: string;
}

/**
 * Returns the URL of a source for storage.
 * @throws AppError `validation_error` for a URL that the egress policy forbids, that is too long, or
 *   that cannot be of the kind
 */
export function requireSourceUrl(deps: CollectionDeps, kind: SourceKind, given: string): SourceUrl {
  const entry = SOURCE_KIND_TABLE[kind];
  const why = whyNotPublic(given, deps.settings.ALLOW_PRIVATE_SOURCES);
  if (why !== null) throw invalidUrl(`The ${entry.noun}'s url ${why}.`);
  const url = normalized(kind, given);
  const key = canonicalUrl(url);
  if (key === null) throw invalidUrl(`The ${entry.noun}'s url is too long.`);
  // A feed's key is part of the identity of its items.
  return { url, key: kind === "rss" ? key : `${kind} ${key}` };
}

function normalized(kind: SourceKind, given: string): string {
  try {
    return SOURCE_KIND_TABLE[kind].normalize(new URL(given));
  } catch (error) {
    throw error instanceof NoSource ? invalidUrl(error.message) : error;
  }
}

/** Returns the error for an invalid source URL. */
export function invalidUrl(detail: string): AppError {
  return new AppError("validation_error", detail, { errors: [{ pointer: "/url", detail }] });
}

/** Returns the error for an address that another source uses. */
export function knownUrl(url: string): AppError {
  return new AppError("conflict", `There is a source for ${url} already.`);
}
