import { z } from "zod";
import { RUN_STATES, RUN_TRIGGERS, SOURCE_KINDS, SOURCE_ORIGINS } from "./vocabulary.ts";

const keywords = z
  .array(z.string().trim().min(1, "must not be empty").max(100))
  .max(100)
  .transform((words) => [...new Set(words)]);
const values = z.array(z.string().trim().min(1, "must not be empty").max(200)).max(100).optional();
const filterFields = {
  types: values.meta({
    description: "Of a TAXII collection: the STIX types to ask for.",
    example: ["report", "indicator"],
  }),
  tags: values.meta({
    description:
      "Of MISP: tags of which an event must have one; a tag with `!` in front excludes events.",
    example: ["type:OSINT", "!tlp:red"],
  }),
  organizations: values.meta({
    description: "Of MISP: names of the organizations whose events to read.",
  }),
};
const FILTERS_NOTE = "What the server is asked for; each kind of source knows some of them.";
const filters = z.object(filterFields).meta({ id: "SourceFilters", description: FILTERS_NOTE });
const kindMeta = {
  description:
    "`rss` is an RSS or Atom feed, `taxii` a TAXII 2.1 collection, `misp_feed` a folder with a MISP feed, `misp` a MISP server that is searched by its API.",
};
const fields = {
  name: z.string().trim().min(1, "must not be empty").max(255),
  url: z.string().trim().min(1).max(2048).meta({ example: "https://blog.example.com/feed.xml" }),
  kind: z.enum(SOURCE_KINDS).meta(kindMeta),
  enabled: z.boolean(),
  interval_minutes: z.int().min(5).max(10_080),
  include: keywords.meta({
    description:
      "Words of which the title or text of an item must contain at least one, in any case.",
  }),
  exclude: keywords.meta({ description: "No items with one of these words in title or text." }),
  filters,
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
    filters: fields.filters.default({}),
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
    kind: fields.kind,
    url: z.string(),
    has_credentials: z.boolean().meta({
      description: "Whether the setting SERVER_CREDENTIALS has credentials for the address.",
    }),
    enabled: z.boolean(),
    interval_minutes: z.int(),
    include: z.array(z.string()),
    exclude: z.array(z.string()),
    filters: z.object(filterFields).meta({ description: FILTERS_NOTE }),
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
    import_ids: z.array(z.uuid()).meta({
      description:
        "Identifiers of the imports that the run made, oldest first; a feed's items enter without an import.",
    }),
    error: z.string().nullable().meta({
      description: "Why the run failed; of a complete run, what could not be used.",
    }),
    started_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: "Run" });
export type RunView = z.output<typeof runSchema>;

export const previewRequestSchema = z
  .object({
    url: fields.url.meta({
      description:
        "Address of a source, or of a page or server that leads to one, with or without `https://`.",
      example: "blog.example.com",
    }),
    kind: fields.kind.optional().meta({
      description: "The only kind of source to look for; every kind is tried without it.",
    }),
  })
  .meta({ id: "SourcePreviewRequest" });
export type PreviewRequest = z.output<typeof previewRequestSchema>;

const linkedSchema = z.object({ url: z.string(), title: z.string().nullable() });
const previewedItemSchema = z.object({
  title: z.string(),
  url: z.string().nullable(),
  published_at: z.string().nullable(),
});
export type PreviewedItem = z.output<typeof previewedItemSchema>;

export const sourcePreviewSchema = z
  .object({
    url: z.string().meta({
      description: "Address of the source, after permanent redirects; add the source with it.",
    }),
    title: z.string().nullable(),
    kind: fields.kind,
    origin: z.enum(SOURCE_ORIGINS).meta({
      description:
        "Where the source was found: `address` is the given address itself, `linked` a link of its page or an entry of its list, `usual_path` a path where sources usually are.",
    }),
    item_count: z.int().nullable().meta({
      description: "Number of items that the source lists; null if the server does not say.",
    }),
    items: z.array(previewedItemSchema).meta({ description: "The first five items." }),
    others: z.array(linkedSchema).meta({
      description: "Other feeds that the page links, or other collections of the server.",
    }),
    has_credentials: z.boolean().meta({
      description: "Whether the setting SERVER_CREDENTIALS has credentials for the address.",
    }),
    source_id: z
      .uuid()
      .nullable()
      .meta({ description: "The source that reads this address already; null if there is none." }),
  })
  .meta({ id: "SourcePreview" });
export type SourcePreview = z.output<typeof sourcePreviewSchema>;
