import { z } from "zod";
import { ANALYSIS_MODES, BALANCED } from "../../reading/analyser/strictness.ts";
import { groupIdParam, techniqueIdParam, versionParam } from "../../knowledge/attack/params.ts";
import { ANALYSIS_STATES, INTAKE_STATES } from "./vocabulary.ts";

export const intakeStateSchema = z.enum(INTAKE_STATES);
const notes = z.string().max(20_000);
const reliability = z.string().trim().min(1).max(64).nullable().meta({
  description:
    "Reliability of the source as graded by an analyst, for example on the Admiralty scale (A to F); null if not graded.",
  example: "B",
});

export const newReportSchema = z
  .object({
    title: z.string().trim().min(1, "must not be empty").max(1000),
    url: z
      .url({ protocol: /^https?$/, error: "must be an http(s) URL" })
      .max(2048, "must have at most 2048 characters")
      .refine((url) => !/^\w+:\/\/[^/]*@/.test(url), "must not carry a user name or password")
      .nullable()
      .default(null),
    publisher: z.string().trim().max(255).nullable().default(null),
    summary: z.string().max(20_000).default(""),
    text: z.string().max(1_000_000).optional().meta({ description: "Full text of the report." }),
    published_at: z.iso.datetime({ offset: true }).nullable().default(null),
    technique_ids: z.array(techniqueIdParam).max(2000).default([]),
    group_ids: z.array(groupIdParam).max(500).default([]),
    analyst_notes: notes.optional(),
    source_reliability: reliability.optional(),
  })
  .meta({ id: "NewReport" });
export type GivenReport = z.output<typeof newReportSchema>;

export const reportChangeSchema = z
  .object({ status: intakeStateSchema, analyst_notes: notes, source_reliability: reliability })
  .partial()
  .meta({ id: "ReportChange" });
export type GivenChange = z.output<typeof reportChangeSchema>;

export const promotionSchema = z
  .object({
    analyze: z.boolean().default(false),
    provider: z.string().max(64).optional().meta({
      description: "Slot of the provider: provider_a (default), provider_b or provider_c.",
      pattern: "^(provider_[abc])?$",
    }),
    mode: z.enum(ANALYSIS_MODES).default(BALANCED.mode).meta({
      description: "How to analyse the report, as `POST /api/analyze` takes it.",
    }),
    fetch: z.boolean().default(false).meta({
      description:
        "Whether to analyse the article that the report links to. If it cannot be fetched, the analysis is shown as failed with the reason, and the report's own text is analysed.",
    }),
    domain: z
      .string()
      .max(64)
      .optional()
      .meta({ description: "Domain of the knowledge base (default enterprise-attack)." }),
    version: versionParam
      .optional()
      .meta({ description: "Ingested release (default: the current release)." }),
  })
  .meta({ id: "Promotion" });
export type Promotion = z.output<typeof promotionSchema>;

export const reportSchema = z
  .object({
    id: z.uuid(),
    title: z.string(),
    url: z.string().nullable(),
    publisher: z.string().nullable(),
    summary: z.string(),
    status: intakeStateSchema,
    source_reliability: z.string().nullable(),
    technique_ids: z.array(z.string()),
    group_ids: z.array(z.string()),
    observable_ids: z.array(z.string()),
    analyst_notes: z.string(),
    source_id: z.string().nullable(),
    import_id: z.string().nullable(),
    session_id: z.string().nullable(),
    techniques: z.array(z.string()),
    analysis_status: z.enum(ANALYSIS_STATES).nullable(),
    analysis_error: z.string().nullable(),
    published_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "IntakeReport" });
export type ReportView = z.output<typeof reportSchema>;
