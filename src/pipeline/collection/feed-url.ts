import { AppError } from "../../platform/lib/errors.ts";
import { whyNotPublic } from "../../platform/outbound/public-network.ts";
import { canonicalUrl } from "../intake/identity.ts";
import type { CollectionDeps } from "./deps.ts";

/** The URL of a feed, and the canonical form by which the same feed is known. */
export interface FeedUrl {
  url: string;
  key: string;
}

/** @throws AppError `validation_error` for a URL that the egress policy forbids, or that is too long */
export function requireFeedUrl(deps: CollectionDeps, given: string): FeedUrl {
  const why = whyNotPublic(given, deps.settings.ALLOW_PRIVATE_SOURCES);
  const key = canonicalUrl(given);
  if (why !== null || key === null) {
    const detail = `The feed's url ${why ?? "is too long"}.`;
    throw new AppError("validation_error", detail, { errors: [{ pointer: "/url", detail }] });
  }
  return { url: new URL(given).href, key };
}

/** The error for a feed that another source reads. */
export function knownUrl(url: string): AppError {
  return new AppError("conflict", `There is a source for ${url} already.`);
}
