import { z } from "zod";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import { ANALYSIS_MODES, BALANCED } from "../../reading/analyser/strictness.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { groupIdParam, techniqueIdParam, versionParam } from "../../knowledge/attack/params.ts";
import {
  ANALYSIS_STATES,
  BULK_ACTIONS,
  BULK_OUTCOMES,
  type BulkAction,
  INTAKE_STATES,
  MAX_ARRIVALS,
} from "./vocabulary.ts";

export const intakeStateSchema = z.enum(INTAKE_STATES);
const notes = z.string().max(20_000);
const reliability = z.string().trim().min(1).max(64).nullable().meta({
  description:
    "Reliability of the source as graded by an analyst, for example on the Admiralty scale (A to F); null if not graded.",
  example: "B",
});

export const newReportSchema = z
  .object({
    title: z
      .string()
      .trim()
      .min(1, "must not be empty")
      .max(1000)
      .refine((title) => cleanLine(title) !== "", "must have a visible character"),
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
      description: "How to analyze the report, as `POST /api/analyze` takes it.",
    }),
    fetch: z.boolean().default(false).meta({
      description:
        "Whether to analyze the article that the report links to. If it cannot be fetched, the analysis is shown as failed with the reason, and the report's own text is analyzed.",
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

export const bulkOrderSchema = promotionSchema
  .extend({
    ids: z.array(uuidParam).min(1).max(500).meta({
      description: "Identifiers of the reports; one that is given twice counts once.",
    }),
    action: z.enum(Object.keys(BULK_ACTIONS) as [BulkAction, ...BulkAction[]]).meta({
      description:
        "`reject`, `later` (status `reviewing`), `pending` or `promote`. The options of a promotion apply to `promote` only.",
      example: "reject",
    }),
  })
  .meta({ id: "IntakeBulk" });
export type BulkOrder = z.output<typeof bulkOrderSchema>;

export const bulkResultSchema = z
  .object({
    id: z.string().meta({ description: "Identifier of the report." }),
    outcome: z.enum(BULK_OUTCOMES).meta({
      description: "Whether the report was changed, was so already, or could not be changed.",
      example: "done",
    }),
    code: z.string().nullable().meta({
      description: "Code of the problem; null unless the outcome is `refused`.",
      example: null,
    }),
    reason: z.string().nullable().meta({
      description: "Why the report could not be changed; null unless the outcome is `refused`.",
      example: null,
    }),
  })
  .meta({ id: "IntakeBulkResult" });
export type BulkResult = z.output<typeof bulkResultSchema>;

const name = z.string().nullable().meta({
  description: "Name in the current release; null if it has none.",
});
const idOf = (what: string, example: string) =>
  z.string().meta({ description: `ATT&CK ID of the ${what}.`, example });

export const whySchema = z
  .object({
    worth: z.int().meta({
      description:
        "Points of what the report names: 3 for each technique that no session has and each CVE that is known to be exploited, 2 for each group, 1 for each software, CVE and technique; up to five of each count.",
      example: 9,
    }),
    groups: z
      .array(z.object({ attack_id: idOf("group", "G0016"), name }))
      .meta({ description: "Groups that the report names." }),
    software: z
      .array(z.object({ attack_id: idOf("software", "S0154"), name }))
      .meta({ description: "Malware and tools that the report names, without system tools." }),
    cves: z
      .array(
        z.object({
          id: z.string().meta({ description: "Identifier (cve.org).", example: "CVE-2021-26855" }),
          known_exploited: z.boolean().meta({
            description: "Whether the shipped part of CISA's catalog lists it as exploited.",
          }),
        }),
      )
      .meta({ description: "Vulnerabilities that the report names." }),
    techniques: z
      .array(
        z.object({
          attack_id: idOf("technique", "T1059.001"),
          name,
          is_new: z.boolean().meta({
            description: "Whether no session had the technique when the report came in or since.",
          }),
        }),
      )
      .meta({ description: "Techniques that the report names." }),
  })
  .meta({
    id: "IntakeReasons",
    description:
      "What makes the report worth reading, found in its title, summary and text when it came in.",
  });
export type WhyView = z.output<typeof whySchema>;

export const countsSchema = z
  .object({ pending: z.int(), reviewing: z.int(), promoted: z.int(), rejected: z.int() })
  .meta({ id: "IntakeCounts", description: "Number of reports in each state." });

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
    decided_by: z.string().nullable(),
    decided_at: z.string().nullable(),
    duplicates: z.int(),
    why: whySchema,
    published_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
  })
  .meta({ id: "IntakeReport" });
export type ReportView = z.output<typeof reportSchema>;

const arrivalSchema = z
  .object({
    title: z.string(),
    url: z.string().nullable(),
    publisher: z.string().nullable(),
    source_id: z.string().nullable(),
    import_id: z.string().nullable(),
    arrived_at: z.string(),
  })
  .meta({ id: "IntakeArrival" });

export const reportDetailSchema = reportSchema
  .extend({
    arrivals: z.array(arrivalSchema).meta({
      description: `Origins that sent the report again, latest first; the first ${MAX_ARRIVALS} are stored.`,
    }),
  })
  .meta({ id: "IntakeReportDetail" });
export type ReportDetail = z.output<typeof reportDetailSchema>;
