import { z } from "zod";
import { wholeListQuery } from "../../../platform/http/pagination.ts";
import { cachePublished } from "../cache-published.ts";
import { releaseQuery } from "../params.ts";

/** Search text for lists. */
export const search = z.string().max(100, "must have at most 100 characters").optional().meta({
  description: "Text to search for in ID, name, aliases and description; literal, in any case.",
});

/** The query of a release's list. */
export const listQuery = { ...releaseQuery, ...wholeListQuery };

/** Properties shared by the routes that read a release. */
export const browsing = {
  method: "get" as const,
  role: "viewer" as const,
  before: [cachePublished],
  tags: ["Knowledge base"],
};
