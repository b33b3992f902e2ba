import type { Release, ReleaseStore } from "./release-store.ts";

/** How long an isolate trusts its last read, because another one may have published since. */
const BELIEVED_MS = 1_000;

/** The cache of this isolate, which has one knowledge base. */
const isolate: {
  known: { releases: readonly Release[]; until: number } | null;
  /** Counts local changes, so that an older read is not trusted. */
  changes: number;
} = { known: null, changes: 0 };

/** The available releases, as requests see them: read at most once a second. */
export class PublishedReleases {
  readonly #store: Pick<ReleaseStore, "listReady">;

  constructor(store: Pick<ReleaseStore, "listReady">) {
    this.#store = store;
  }

  /**
   * Returns all available releases by domain, newest first. It returns the same array until a release is added, removed
   * or replaced, so that the array can be used as a cache key.
   */
  async list(): Promise<readonly Release[]> {
    const current = this.current();
    if (current !== null) return current;
    const before = isolate.known?.releases;
    const changes = isolate.changes;
    const read = await this.#store.listReady();
    const releases = before !== undefined && isSame(before, read) ? before : read;
    // Without any release the service is starting, and the first one must be noticed immediately.
    const isBelieved = releases.length > 0 && changes === isolate.changes;
    isolate.known = { releases, until: isBelieved ? Date.now() + BELIEVED_MS : 0 };
    return releases;
  }

  /** Returns the same list without a database read, or null if a read is necessary. */
  current(): readonly Release[] | null {
    const known = isolate.known;
    return known !== null && Date.now() < known.until ? known.releases : null;
  }

  /** Returns the release of that version, or the current one of a domain. */
  async find(domain: string, version: string | undefined): Promise<Release | null> {
    const isMeant = (release: Release) =>
      release.domain === domain && (version === undefined || release.version === version);
    const found = (await this.list()).find(isMeant);
    if (found !== undefined) return found;
    // It may have been published a moment ago.
    forgetReleases();
    return (await this.list()).find(isMeant) ?? null;
  }
}

/** Makes a published or removed release visible immediately. */
export function forgetReleases(): void {
  isolate.changes += 1;
  if (isolate.known !== null) isolate.known.until = 0;
}

function isSame(a: readonly Release[], b: readonly Release[]): boolean {
  const mark = ({ id, content_sha256: sha, ingested_at: at }: Release) => `${id} ${sha} ${at}`;
  return (
    a.length === b.length &&
    a.every((release, place) => mark(release) === mark(b[place] ?? release))
  );
}
