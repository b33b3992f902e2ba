import { z } from "zod";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import {
  FOREIGN_KIND,
  OBSERVABLE_KINDS,
  OBSERVABLE_ORIGINS,
  OBSERVABLE_ROLES,
  type ObservableKind,
  SUPPRESSION_RULES,
} from "./vocabulary.ts";

/** Tags are exported, so they must not contain invisible characters or text direction overrides. */
const tagSchema = z
  .string()
  .trim()
  .min(1, "must not be empty")
  .max(100)
  .transform(cleanLine)
  .refine((tag) => tag !== "", "must have a visible character");
export const tagsSchema = z.array(tagSchema).max(50);
const distinct = (tags: readonly string[]) => [...new Set(tags)];
const confidence = z.int().min(0).max(100);

/** A known kind, or one that occurs only in an import, under its own type. */
export const observableKindSchema = z.union([
  z.enum(OBSERVABLE_KINDS),
  z.string().regex(FOREIGN_KIND),
]) as unknown as z.ZodType<ObservableKind, string>;

export const newObservableSchema = z
  .object({
    kind: observableKindSchema,
    value: z
      .string()
      .trim()
      .min(1)
      .max(2048)
      .meta({ description: "Value of the observable, defanged or not." }),
    confidence: confidence.optional(),
    tags: tagsSchema.transform(distinct).default([]),
  })
  .meta({ id: "NewObservable" });
export type NewObservable = z.output<typeof newObservableSchema>;

export const roleSchema = z.enum(OBSERVABLE_ROLES).meta({
  description: "What the texts say that the value is: docs/observables.md.",
  example: "indicator",
});

export const observableChangeSchema = z
  .object({ confidence, tags: tagsSchema.transform(distinct), role: roleSchema })
  .partial()
  .meta({ id: "ObservableChange" });
export type ObservableChange = z.output<typeof observableChangeSchema>;

const seen = {
  report_ids: z.array(z.string()),
  session_ids: z.array(z.string()).meta({ description: "Sessions whose reports mention it." }),
  first_seen_at: z.string(),
  last_seen_at: z.string(),
};

export const observableSchema = z
  .object({
    id: z.uuid(),
    kind: observableKindSchema,
    value: z.string(),
    normalized_value: z.string(),
    origin: z.enum(OBSERVABLE_ORIGINS),
    role: roleSchema,
    confidence: z.int().meta({
      description: "Confidence that the observable is relevant, from 0 to 100.",
      example: 80,
    }),
    tags: z.array(z.string()),
    confirmed_by: z.string().nullable().meta({
      description:
        "Who added, changed or restored it by hand; it stays when the reports that mention it are deleted.",
    }),
    decided_by: z.string().nullable().meta({
      description:
        "Who decided its role or confidence by hand; no later text changes them then. Null if nobody did.",
    }),
    ...seen,
    created_at: z.string().meta({
      description: "Time at which the observable was stored: of the analysis, import or entry.",
      example: "2026-11-22T08:15:00.000Z",
    }),
    expires_at: z.string().nullable().meta({
      description:
        "Time from which it is no longer active, unless it is seen again; null for kinds that do not expire.",
      example: "2027-05-21T00:00:00.000Z",
    }),
    active: z.boolean().meta({ description: "Whether it has not expired." }),
  })
  .meta({ id: "Observable" });
export type ObservableView = z.output<typeof observableSchema>;

export const suppressionRuleSchema = z.enum(SUPPRESSION_RULES);
export const suppressionSchema = z
  .object({
    id: z.uuid(),
    kind: observableKindSchema,
    value: z.string(),
    normalized_value: z.string(),
    rule: suppressionRuleSchema,
    list: z.string().nullable().meta({
      description: "The warning list that names the value; null where no list does.",
      example: "List of known Cloudflare IP ranges",
    }),
    ...seen,
    restored_at: z.string().nullable(),
    restored_by: z.string().nullable(),
  })
  .meta({ id: "Suppression" });
