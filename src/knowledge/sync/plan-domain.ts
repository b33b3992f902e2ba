import type { Release } from "../attack/release-store.ts";
import { isPrerelease, versionRank } from "../attack/vocabulary.ts";
import type { UpstreamRelease } from "./read-index.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type { SeenBundle } from "./upstream-store.ts";

/** The known state of a domain when its sync is planned. */
export interface DomainState {
  domain: string;
  /** Releases that upstream offers, newest first. */
  offered: readonly UpstreamRelease[];
  /** Available releases, newest first. */
  ready: readonly Release[];
  /** Earlier downloads. */
  seen: readonly SeenBundle[];
}

/** Options of a sync. */
export interface SyncOptions {
  /** A release to backfill, by default the newest one. */
  version?: string | undefined;
  /** Whether to ingest it even if it is available. */
  force: boolean;
}

/** The release to ingest, or `none` if `release` needs no action. */
export interface DomainPlan {
  action: "ingest" | "none";
  release: UpstreamRelease;
}

/**
 * Decides what a sync does for a domain. A release is ingested if it is missing, if only its shipped facts are there,
 * or if upstream has changed it since. A manually uploaded release newer than upstream's is left alone, and a
 * pre-release is ingested only on request.
 * @throws OutboundError if upstream does not offer the release
 */
export function planDomain(state: DomainState, options: SyncOptions): DomainPlan {
  const offered = state.offered.filter(({ domain }) => domain === state.domain);
  const release =
    options.version === undefined
      ? newestOf(offered)
      : offered.find(({ version }) => version === options.version);
  if (release === undefined) throw notOffered(state.domain, options.version, offered);
  return {
    action: options.force || isNeeded(state, release, options) ? "ingest" : "none",
    release,
  };
}

/** Returns the newest final release of one domain's releases, which are newest first. */
export function newestOf(offered: readonly UpstreamRelease[]): UpstreamRelease | undefined {
  return offered.find(({ version }) => !isPrerelease(version));
}

function isNeeded(
  { ready, seen }: DomainState,
  release: UpstreamRelease,
  options: SyncOptions,
): boolean {
  const own = ready.find(({ version }) => version === release.version);
  const [current] = ready;
  if (own === undefined) {
    const isAhead =
      current !== undefined && versionRank(current.version) > versionRank(release.version);
    return options.version !== undefined || !isAhead;
  }
  if (own.origin === "seed") return true;
  const download = seen.find(({ url }) => url === release.url);
  return download !== undefined && download.ingested_modified !== release.modified;
}

function notOffered(
  domain: string,
  version: string | undefined,
  offered: readonly UpstreamRelease[],
): OutboundError {
  const versions = offered.map((release) => release.version).join(", ");
  const message =
    version === undefined
      ? `Upstream offers no release of ${domain}.`
      : `Upstream does not offer version ${version} of ${domain}; it has ${versions || "none"}.`;
  return new OutboundError(message, { transient: false });
}
