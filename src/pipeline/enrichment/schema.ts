import { z } from "zod";
import { uuidParam } from "../../platform/http/params.ts";
import { ENRICHMENT_PROVIDERS, ENRICHMENT_STATUSES, MAX_BULK } from "./vocabulary.ts";

const entitySchema = z.object({
  name: z.string().nullable(),
  roles: z.array(z.string()),
  handle: z.string().nullable(),
  email: z
    .string()
    .nullable()
    .meta({ description: "Email address of the contact; null if not published." }),
});

export const summarySchema = z
  .object({
    handle: z.string().nullable(),
    name: z
      .string()
      .nullable()
      .meta({ description: "Name of the domain or network; null if not known." }),
    country: z.string().nullable().meta({
      description:
        "Country of the network or of the domain's registrant, as a code or name; null if not known.",
    }),
    registrar: z.string().nullable(),
    range: z
      .object({ start: z.string(), end: z.string() })
      .nullable()
      .meta({ description: "First and last address of the network; null for domains." }),
    status: z.array(z.string()).meta({ description: "Status values in the registry." }),
    events: z.array(z.object({ action: z.string(), date: z.string() })),
    nameservers: z.array(z.string()),
    entities: z.array(entitySchema).meta({ description: "Nested entities included." }),
    redacted: z
      .array(z.string())
      .meta({ description: "Names of the fields that the registry redacted (RFC 9537)." }),
    related_url: z.string().nullable().meta({
      description:
        "URL of the registrar's answer; null if the registry links to none or it did not answer.",
    }),
  })
  .meta({ id: "EnrichmentSummary" });

export const enrichmentSchema = z
  .object({
    id: z.uuid(),
    observable_id: z.uuid(),
    provider: z.enum(ENRICHMENT_PROVIDERS),
    status: z.enum(ENRICHMENT_STATUSES),
    confidence: z.int().min(0).max(100).meta({
      description:
        "Confidence that the record is about this observable. It does not rate the observable.",
    }),
    asked_for: z
      .string()
      .meta({ description: "IP address or registered domain that was queried." }),
    summary: summarySchema,
    detail: z
      .string()
      .nullable()
      .meta({ description: "Why there is no answer, or only a part; null for a whole one." }),
    source_url: z
      .string()
      .nullable()
      .meta({ description: "URL that answered the query; null if none did." }),
    cached: z.boolean().meta({ description: "Answered from a stored record, without a query." }),
    created_at: z.string(),
    expires_at: z.string().meta({ description: "Until then the registry is not queried again." }),
    audit: z.array(
      z.object({
        id: z.uuid(),
        actor: z.string(),
        action: z.string(),
        details: z.record(z.string(), z.unknown()),
        created_at: z.string(),
      }),
    ),
  })
  .meta({ id: "Enrichment" });

export const bulkSchema = z
  .object({
    observable_ids: z
      .array(uuidParam)
      .min(1, `must name 1 to ${MAX_BULK} observables`)
      .max(MAX_BULK, `must name 1 to ${MAX_BULK} observables`)
      .transform((ids) => [...new Set(ids)]),
  })
  .meta({ id: "BulkEnrichment" });

export const bulkTicketSchema = z.object({ task_id: z.uuid() }).meta({ id: "BulkTicket" });

export const outcomesSchema = z.object({
  complete: z.int(),
  not_found: z.int(),
  failed: z.int(),
  rate_limited: z.int(),
  skipped: z
    .int()
    .meta({ description: "Observables of a kind that is not enriched, or deleted meanwhile." }),
});

export const bulkTaskSchema = z
  .object({
    task_id: z.uuid(),
    status: z.enum(["queued", "running", "complete", "failed"]),
    done: z.int(),
    total: z.int(),
    outcomes: outcomesSchema,
    unreachable_servers: z.array(z.string()).meta({
      description:
        "Servers that could not be reached three times in a row. The remaining observables that they answer for failed without a query.",
    }),
    error: z.string().nullable(),
    created_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: "BulkEnrichmentTask" });

export type Entity = z.output<typeof entitySchema>;
export type Summary = z.output<typeof summarySchema>;
export type Enrichment = z.output<typeof enrichmentSchema>;
export type Outcomes = z.output<typeof outcomesSchema>;
export type BulkTask = z.output<typeof bulkTaskSchema>;
