import type { SourceKind } from "../vocabulary.ts";
import type { SourceKindEntry } from "./kind.ts";
import { mispFeed } from "./misp/misp-feed.ts";
import { misp } from "./misp/misp.ts";
import { rss } from "./rss/rss.ts";
import { taxii } from "./taxii/taxii.ts";

/** Every kind of source, in the order in which an address is tried. */
export const SOURCE_KIND_TABLE: Readonly<Record<SourceKind, SourceKindEntry>> = {
  rss,
  taxii,
  misp_feed: mispFeed,
  misp,
};
