import type { FetchedPage } from "../../formats/documents/decode-page.ts";
import type { JobRunnerDeps } from "../../platform/jobs/deps.ts";
import type { IntakeDeps } from "../intake/deps.ts";
import type { Feed } from "./feeds/feed.ts";
import type { FeedLink } from "./feeds/feed-links.ts";
import type { CollectionStore } from "./store.ts";

/** What collecting from sources takes. */
export interface CollectionDeps extends IntakeDeps, JobRunnerDeps {
  collection: CollectionStore;
  readers: IntakeDeps["readers"] & {
    feed(caller: string, page: FetchedPage, url: string): Promise<Feed>;
    feedLinks(caller: string, page: FetchedPage, url: string): Promise<FeedLink[]>;
  };
  settings: IntakeDeps["settings"];
}
