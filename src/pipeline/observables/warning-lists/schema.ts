import { z } from "zod";
import {
  kindsOf,
  WARNING_EFFECTS,
  WARNING_LIST_SOURCES,
  WARNING_LIST_TYPES,
} from "./vocabulary.ts";
import { observableKindSchema, suppressionRuleSchema } from "../schema.ts";

/** Maximum number of entries per list. */
export const MAX_LIST_ENTRIES = 200_000;

const effect = z.enum(WARNING_EFFECTS);
const text = (most: number) => z.string().trim().min(1, "must not be empty").max(most);

/** A list in upstream's format (`list.json` of MISP's warning lists), with an additional effect. */
export const warningListFileSchema = z.strictObject({
  name: text(300),
  description: z.string().trim().max(2000).default(""),
  type: z.enum(WARNING_LIST_TYPES),
  version: z.int().min(0),
  matching_attributes: z
    .array(z.string().max(100))
    .max(100)
    .refine((names) => kindsOf(names).length > 0, {
      error: "must name a type of attribute that is a kind of observables, as domain or ip-dst",
    }),
  list: z
    .array(z.string())
    .min(1, "must have an entry")
    .max(MAX_LIST_ENTRIES, `must have at most ${MAX_LIST_ENTRIES} entries`),
  effect: effect.optional(),
});
export type WarningListFile = z.output<typeof warningListFileSchema>;

export const warningListSchema = z
  .object({
    name: z.string(),
    title: z.string(),
    description: z.string(),
    type: z.enum(WARNING_LIST_TYPES),
    version: z.int(),
    matching_attributes: z.array(z.string()),
    entries: z.int(),
    effect,
    source: z.enum(WARNING_LIST_SOURCES),
    licence: z.string().nullable(),
    origin: z.string().nullable(),
    updated_at: z.string().nullable(),
    updated_by: z.string().nullable(),
  })
  .meta({ id: "WarningList" });
export type WarningListView = z.output<typeof warningListSchema>;

export const valueCheckSchema = z
  .object({
    kind: observableKindSchema,
    normalized_value: z.string(),
    effect: effect.exclude(["note"]).nullable(),
    suppression_rule: suppressionRuleSchema.nullable(),
    lists: z.array(z.object({ name: z.string(), title: z.string(), effect, entry: z.string() })),
  })
  .meta({ id: "ValueCheck" });
export type ValueCheck = z.output<typeof valueCheckSchema>;
