import { z } from "zod";

/**
 * The schema of assets/detection/log-sources.yaml, whose header explains each term. A test validates the file; code
 * that loads it does not.
 */

const texts = z.array(z.string().min(1)).min(1);
const codes = z.array(z.int().min(0).max(99_999)).min(1);

/** A Sigma log source, with the values of a rule's `logsource`. */
const sigma = z
  .strictObject({ category: z.string(), product: z.string(), service: z.string() })
  .partial();

/** Fields by language; languages that need none are absent. */
const fieldNames = z
  .strictObject({ sigma: z.string(), kql: z.string(), spl: z.string(), eql: z.string() })
  .partial();

/** How drafts select the events, and the tables and categories that imply them without a condition. */
const reached = {
  kql: z.string().optional(),
  spl: z.string().optional(),
  eql: z.string().optional(),
  select: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  fields: z.string().optional(),
};
const places = {
  tables: texts.optional(),
  data_models: texts.optional(),
  eql_categories: texts.optional(),
};

/** The start of a draft without an analytic. */
const start = z.strictObject({
  ...reached,
  name: z.string(),
  kind: z.string(),
  platforms: texts,
  words: texts,
  sigma: sigma.optional(),
});

const events = z.strictObject({
  ...reached,
  ...places,
  codes,
  category: z.string().optional(),
  service: z.string().optional(),
  channels: texts.optional(),
  when: z.record(z.string(), z.string()).optional(),
  partly: z.literal(true).optional(),
  code: fieldNames.optional(),
  start: start.optional(),
});

const further = sigma.extend({
  channel: texts.optional(),
  partly: z.literal(true).optional(),
});

const source = z.strictObject({
  ...reached,
  ...places,
  attack: texts.optional(),
  sigma: sigma.optional(),
  also: z.array(further).min(1).optional(),
  channels: texts.optional(),
  providers: texts.optional(),
  events: z.array(events).min(1).optional(),
  code: fieldNames.optional(),
  operation: z.tuple([z.string(), z.string(), z.string(), z.string()]).optional(),
  operation_pattern: z.string().optional(),
  made: z.literal(true).optional(),
  datasets: texts.optional(),
  recognized_by: z
    .array(z.record(z.string(), z.union([z.string(), texts])))
    .min(1)
    .optional(),
  components: texts.optional(),
  start: start.optional(),
});

export const catalogueSchema = z.strictObject({
  /** `[about, sigma, kql, spl, eql]` of each field, by list name. */
  fields: z.record(
    z.string(),
    z.array(z.tuple([z.string(), z.string(), z.string(), z.string(), z.string()])).min(1),
  ),
  platforms: z.record(z.string(), texts),
  macros: z.record(z.string(), z.string()),
  shared_tables: texts,
  sources: z.array(source),
  components: z.record(z.string(), texts),
  techniques: z.record(z.string(), texts),
  tactics: z.record(z.string(), z.string()),
});

export type CatalogueFile = z.infer<typeof catalogueSchema>;
export type SourceEntry = CatalogueFile["sources"][number];
export type EventsEntry = NonNullable<SourceEntry["events"]>[number];
export type StartEntry = NonNullable<SourceEntry["start"]>;
export type FieldNames = z.infer<typeof fieldNames>;
/** Terms of a Sigma log source. A missing term matches anything. */
export type SigmaSource = z.infer<typeof sigma>;
