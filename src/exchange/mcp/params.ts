import { z } from "zod";
import { versionParam } from "../../knowledge/attack/params.ts";
import { DEFAULT_DOMAIN } from "../../knowledge/attack/vocabulary.ts";

export { uuidParam } from "../../platform/http/params.ts";

/** Arguments of a tool that returns a list in pages of at most `most` entries. */
export function pageArgs(usual: number, most: number) {
  return {
    cursor: z.string().max(200).optional().meta({
      description: "The `next_cursor` of the previous page; left out for the first page.",
    }),
    limit: z.int().min(1).max(most).default(usual).meta({ description: "Entries per page." }),
  };
}

/** Returns the result fields of a paged list. */
export function pageFields<const N extends string, T extends z.ZodType>(name: N, item: T) {
  const fields = {
    total: z.int().meta({ description: "Number of entries in the whole list." }),
    next_cursor: z.string().nullable().meta({
      description: "Cursor of the next page; null on the last page.",
    }),
  };
  return { ...fields, [name]: z.array(item) } as typeof fields & Record<N, z.ZodArray<T>>;
}

/** The release of the knowledge base that a tool uses. */
export const releaseArgs = {
  domain: z.string().max(64).default(DEFAULT_DOMAIN).meta({
    description:
      "Domain of the knowledge base: enterprise-attack, mobile-attack, ics-attack or atlas.",
  }),
  version: versionParam.optional().meta({
    description: "Release, such as 19.1; the current release if left out.",
  }),
};
