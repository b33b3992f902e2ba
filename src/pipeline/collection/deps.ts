import type { FetchedPage } from "../../formats/documents/decode-page.ts";
import type { JobRunnerDeps } from "../../platform/jobs/deps.ts";
import type { ServerCredentials } from "../../platform/outbound/server-credentials.ts";
import type { ImportDeps } from "../imports/deps.ts";
import type { Feed } from "./feeds/feed.ts";
import type { FeedLink } from "./feeds/feed-links.ts";
import type { CollectionStore } from "./store.ts";

/** Dependencies for collecting from sources. */
export interface CollectionDeps extends ImportDeps, JobRunnerDeps {
  collection: CollectionStore;
  readers: ImportDeps["readers"] & {
    feed(caller: string, page: FetchedPage, url: string): Promise<Feed>;
    feedLinks(caller: string, page: FetchedPage, url: string): Promise<FeedLink[]>;
  };
  settings: ImportDeps["settings"] & { SERVER_CREDENTIALS: ServerCredentials };
}
