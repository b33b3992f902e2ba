import { z } from "zod";
import { microsOf } from "./times.ts";
import { MAX_PAGE } from "./vocabulary.ts";

const MAX_VALUES = 100;
const MAX_CHARS = 4_000;
const EVERY_VERSION: ReadonlySet<string> = new Set(["first", "last", "all"]);

/** Comma-separated values, any of which may match. */
const values = z
  .string()
  .max(MAX_CHARS)
  .transform((text) => [...new Set(text.split(",").map((value) => value.trim()))])
  .pipe(z.array(z.string().min(1, "must not be empty")).max(MAX_VALUES));

const timestamp = z
  .string()
  .refine((text) => microsOf(text) !== null, "must be a time in UTC such as 2026-01-31T00:00:00Z");

const limit = z
  .string()
  .regex(/^0*[1-9]\d{0,15}$/, "must be a whole number from 1")
  .transform((text) => Math.min(Number(text), MAX_PAGE))
  .default(MAX_PAGE)
  .meta({ description: `Objects of the page; at most ${MAX_PAGE} are returned.`, example: "100" });

const next = z.string().min(1).max(16_000).optional().meta({
  description:
    "Value of `next` in the page before. It contains the query of the first page; other filters in the request are ignored.",
  example: "WyJyZXBvcnRzIiwxLG51bGwsbnVsbCxudWxsXQ",
});

const addedAfter = timestamp.transform(microsOf).optional().meta({
  description: "Return only objects that were added to the collection after this time.",
  example: "2026-01-31T00:00:00.000000Z",
});

const ids = values.optional().meta({
  description: "Return only objects with these STIX ids.",
  example: "report--5f0c7a52-2f4e-5c0b-9a55-0b1f2f6f3a11",
});

const types = values.optional().meta({
  description: "Return only objects of these STIX types.",
  example: "indicator,report",
});

/** The server has only the last version of each object, which is therefore also the first. */
const versions = values
  .refine(
    (all) => all.every((one) => EVERY_VERSION.has(one) || microsOf(one) !== null),
    "must be first, last, all, or times in UTC such as 2026-01-31T00:00:00Z",
  )
  .transform((all) =>
    all.some((one) => EVERY_VERSION.has(one))
      ? null
      : all.map((one) => new Date(one).toISOString()),
  )
  .optional()
  .meta({
    description:
      "`first`, `last` (default), `all`, or times at which the objects were modified. The server stores only the last version.",
    example: "last",
  });

const specVersions = values
  .refine((all) => all.every((one) => /^\d\.\d$/.test(one)), "must be versions such as 2.1")
  .optional()
  .meta({
    description: "Return only objects of these versions of STIX; all are of 2.1.",
    example: "2.1",
  });

export const versionQuery = z.object({
  limit,
  next,
  added_after: addedAfter,
  "match[spec_version]": specVersions,
});

export const objectQuery = versionQuery.extend({ "match[version]": versions });

export const collectionQuery = objectQuery.extend({ "match[id]": ids, "match[type]": types });
export type CollectionQuery = Partial<z.output<typeof collectionQuery>> & { limit: number };

export const collectionParams = z.object({
  collection_id: z.string().min(1).max(100),
});

export const objectParams = collectionParams.extend({
  object_id: z.string().min(1).max(200),
});
