import { z } from "zod";
import { wholeListQuery } from "../../../platform/http/pagination.ts";
import { cachePublished } from "../cache-published.ts";
import { releaseQuery } from "../params.ts";

/** A text that lists are searched for. */
export const search = z.string().max(100, "must have at most 100 characters").optional().meta({
  description: "Text to search for in ID, name, aliases and description; literal, in any case.",
});

/** The query of a list of a release. */
export const listQuery = { ...releaseQuery, ...wholeListQuery };

/** What the routes that read a release have in common. */
export const browsing = {
  method: "get" as const,
  role: "viewer" as const,
  before: [cachePublished],
  tags: ["Knowledge base"],
};
