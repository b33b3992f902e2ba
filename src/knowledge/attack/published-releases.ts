import type { Release, ReleaseStore } from "./release-store.ts";

/** How long an isolate believes what it read: another one may have published meanwhile. */
const BELIEVED_MS = 1_000;

/** What this isolate knows; it has one knowledge base. */
const isolate: {
  known: { releases: readonly Release[]; until: number } | null;
  /** Counts what changed here, so that no older reading is believed. */
  changes: number;
} = { known: null, changes: 0 };

/** The releases that answer, as requests see them: read at most once a second. */
export class PublishedReleases {
  readonly #store: Pick<ReleaseStore, "listReady">;

  constructor(store: Pick<ReleaseStore, "listReady">) {
    this.#store = store;
  }

  /**
   * All that answer, by domain, newest first. As long as none comes, goes or is replaced this is
   * the same array, so that what was made of it can be told by it.
   */
  async list(): Promise<readonly Release[]> {
    const current = this.current();
    if (current !== null) return current;
    const before = isolate.known?.releases;
    const changes = isolate.changes;
    const read = await this.#store.listReady();
    const releases = before !== undefined && isSame(before, read) ? before : read;
    // Without any the service is starting, and its first one is waited for.
    const isBelieved = releases.length > 0 && changes === isolate.changes;
    isolate.known = { releases, until: isBelieved ? Date.now() + BELIEVED_MS : 0 };
    return releases;
  }

  /** The same without asking the database; null when that has to be done. */
  current(): readonly Release[] | null {
    const known = isolate.known;
    return known !== null && Date.now() < known.until ? known.releases : null;
  }

  /** The release of that version, or the current one of a domain. */
  async find(domain: string, version: string | undefined): Promise<Release | null> {
    const isMeant = (release: Release) =>
      release.domain === domain && (version === undefined || release.version === version);
    const found = (await this.list()).find(isMeant);
    if (found !== undefined) return found;
    // It may have come a moment ago.
    forgetReleases();
    return (await this.list()).find(isMeant) ?? null;
  }
}

/** Whoever publishes or retires a release sees it at once. */
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
