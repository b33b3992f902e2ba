import { z } from "zod";
import { FEED_ORIGINS, RUN_STATES, RUN_TRIGGERS, SOURCE_KINDS } from "./vocabulary.ts";

const keywords = z
  .array(z.string().trim().min(1, "must not be empty").max(100))
  .max(100)
  .transform((words) => [...new Set(words)]);
const fields = {
  name: z.string().trim().min(1, "must not be empty").max(255),
  url: z.string().trim().min(1).max(2048).meta({ example: "https://blog.example.com/feed.xml" }),
  kind: z.enum(SOURCE_KINDS),
  enabled: z.boolean(),
  interval_minutes: z.int().min(5).max(10_080),
  include: keywords.meta({
    description:
      "Words of which the title or text of an item must contain at least one, in any case.",
  }),
  exclude: keywords.meta({ description: "No items with one of these words in title or text." }),
};

export const newSourceSchema = z
  .object({
    ...fields,
    name: fields.name.optional(),
    kind: fields.kind.default("rss"),
    enabled: fields.enabled.default(true),
    interval_minutes: fields.interval_minutes.default(60),
    include: fields.include.default([]),
    exclude: fields.exclude.default([]),
  })
  .meta({ id: "NewSource" });
export type NewSource = z.output<typeof newSourceSchema>;

export const sourceChangeSchema = z
  .object(fields)
  .partial()
  .omit({ kind: true })
  .meta({ id: "SourceChange" });
export type SourceChange = z.output<typeof sourceChangeSchema>;

export const sourceSchema = z
  .object({
    id: z.uuid(),
    name: z.string(),
    kind: z.enum(SOURCE_KINDS),
    url: z.string(),
    enabled: z.boolean(),
    interval_minutes: z.int(),
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    moved_to: z
      .string()
      .nullable()
      .meta({ description: "Where permanent redirects of the feed led." }),
    last_run_at: z.string().nullable(),
    next_run_at: z.string(),
    last_status: z.enum(RUN_STATES).nullable(),
    last_error: z.string().nullable(),
    consecutive_failures: z.int(),
    reports: z.int().meta({ description: "Number of reports in the intake that it collected." }),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "Source" });
export type SourceView = z.output<typeof sourceSchema>;

export const runSchema = z
  .object({
    id: z.uuid(),
    source_id: z.uuid(),
    trigger: z.enum(RUN_TRIGGERS),
    status: z.enum(RUN_STATES),
    items_seen: z.int(),
    items_created: z.int(),
    duplicates: z.int(),
    filtered: z
      .int()
      .meta({ description: "Number of items left out by `include` and `exclude` of the source." }),
    observables_created: z.int(),
    observables_known: z.int(),
    suppressed: z.int(),
    error: z.string().nullable(),
    started_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: "Run" });

export const previewRequestSchema = z
  .object({
    url: fields.url.meta({
      description: "Address of a feed, or of a page of the site, with or without `https://`.",
      example: "blog.example.com",
    }),
  })
  .meta({ id: "SourcePreviewRequest" });

const feedLinkSchema = z.object({ url: z.string(), title: z.string().nullable() });

export const sourcePreviewSchema = z
  .object({
    url: z.string().meta({
      description: "Address of the feed, after permanent redirects; add the source with it.",
    }),
    title: z.string().nullable(),
    kind: z.enum(SOURCE_KINDS),
    origin: z.enum(FEED_ORIGINS).meta({
      description:
        "Where the feed was found: `address` is the given address itself, `linked` a link of its page, `usual_path` a path where feeds usually are.",
    }),
    item_count: z.int().meta({ description: "Number of items that the feed contains." }),
    items: z
      .array(
        z.object({
          title: z.string(),
          url: z.string().nullable(),
          published_at: z.string().nullable(),
        }),
      )
      .meta({ description: "The first five items." }),
    others: z.array(feedLinkSchema).meta({ description: "Other feeds that the page links." }),
    source_id: z
      .uuid()
      .nullable()
      .meta({ description: "The source that reads this feed already; null if there is none." }),
  })
  .meta({ id: "SourcePreview" });
export type SourcePreview = z.output<typeof sourcePreviewSchema>;
