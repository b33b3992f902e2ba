import type { Release } from "../attack/release-store.ts";
import { isPrerelease, versionRank } from "../attack/vocabulary.ts";
import type { UpstreamRelease } from "./read-index.ts";
import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type { SeenBundle } from "./upstream-store.ts";

/** What is known about one domain when its sync is planned. */
export interface DomainState {
  domain: string;
  /** What upstream offers, newest first. */
  offered: readonly UpstreamRelease[];
  /** The releases that answer, newest first. */
  ready: readonly Release[];
  /** Earlier downloads. */
  seen: readonly SeenBundle[];
}

/** What a sync was asked for. */
export interface SyncOptions {
  /** A release to backfill; without it the newest one. */
  version?: string | undefined;
  /** Ingest it again even if it is there. */
  force: boolean;
}

/** Which release to ingest, or that nothing needs to be done about `release`. */
export interface DomainPlan {
  action: "ingest" | "none";
  release: UpstreamRelease;
}

/**
 * Decides what a sync does about a domain. A release is ingested when it is missing, when only the
 * shipped facts of it are there, or when upstream changed it since. A newer release than
 * upstream's that somebody sent by hand is left alone; a pre-release is ingested only when asked for.
 * @throws OutboundError when upstream does not offer the release
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

/** The newest finished release, of releases of one domain that are newest first. */
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
