import { z } from "zod";
import { uuidParam } from "../../platform/http/params.ts";
import { OBSERVABLE_KINDS } from "../observables/vocabulary.ts";
import { evidenceSchema } from "./evidence-schema.ts";
import { summarySchema } from "./rdap/summary-schema.ts";
import {
  DEFAULT_PROVIDER,
  ENRICHMENT_PROVIDERS,
  ENRICHMENT_STATUSES,
  MAX_BULK,
  RELATED_KINDS,
} from "./vocabulary.ts";

const providerSchema = z.enum(ENRICHMENT_PROVIDERS);
const includeRed = z.boolean().default(false).meta({
  description:
    "Whether a value may be sent that only TLP:RED reports and sessions name. Without it, such a value is not sent.",
});

const relatedSchema = z
  .object({
    kind: z.enum(RELATED_KINDS).meta({ description: "What is named.", example: "software" }),
    name: z
      .string()
      .meta({ description: "Name as the provider printed it.", example: "CobaltStrike" }),
    attack_id: z.string().nullable().meta({
      description:
        "Object of ATT&CK that has this name or alias, or this id; null if no current release has it, or several have.",
      example: "S0154",
    }),
    attack_name: z.string().nullable().meta({
      description: "Name of that object; null if there is none.",
      example: "Cobalt Strike",
    }),
    domain: z.string().nullable().meta({
      description: "Domain of ATT&CK that has that object; null if there is none.",
      example: "enterprise-attack",
    }),
  })
  .meta({ id: "RelatedName" });

export const enrichmentSchema = z
  .object({
    id: z.uuid(),
    observable_id: z.uuid(),
    provider: providerSchema,
    status: z.enum(ENRICHMENT_STATUSES),
    confidence: z.int().min(0).max(100).meta({
      description:
        "Confidence that the record is about this observable. It does not rate the observable.",
    }),
    asked_for: z
      .string()
      .meta({ description: "The value that was sent: for RDAP the address or registered domain." }),
    summary: summarySchema,
    ...evidenceSchema.pick({ facts: true, stats: true, reported_by: true }).shape,
    related: z.array(relatedSchema),
    as_of: z.string().nullable(),
    link: z.string().nullable(),
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
    expires_at: z.string().meta({ description: "Until then the provider is not queried again." }),
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

/** Without a body, the registry is queried. */
export const enrichRequestSchema = z
  .object({
    provider: providerSchema.default(DEFAULT_PROVIDER),
    include_red: includeRed,
  })
  .meta({ id: "EnrichmentRequest" });

const sendsSchema = z
  .object({
    what: z.string().meta({
      description: "What leaves the service, in one sentence.",
      example: "The IPv4 address itself.",
    }),
    to: z.array(z.string()).meta({
      description: "Hosts that receive it.",
      example: ["internetdb.shodan.io"],
    }),
  })
  .meta({ id: "ProviderSends" });

export const providerViewSchema = z
  .object({
    name: providerSchema,
    title: z.string().meta({ description: "Name as people know it.", example: "VirusTotal" }),
    enabled: z
      .boolean()
      .meta({ description: "Whether it may be queried. Off until its setting is there." }),
    settings: z.array(z.string()).meta({
      description: "Settings that turn it on, each alone; empty for one that is always on.",
      example: ["VIRUSTOTAL_API_KEY"],
    }),
    kinds: z
      .array(z.enum(OBSERVABLE_KINDS))
      .meta({ description: "Kinds of observables that it takes.", example: ["ipv4"] }),
    sends: sendsSchema.meta({ description: "What leaves the service, and to whom." }),
    budget: z.array(z.string()).meta({
      description: "Most queries in a period; empty if there is no fixed number.",
      example: ["4/minute", "500/day"],
    }),
  })
  .meta({ id: "EnrichmentProvider" });
export type ProviderView = z.output<typeof providerViewSchema>;

export const bulkSchema = z
  .object({
    observable_ids: z
      .array(uuidParam)
      .min(1, `must name 1 to ${MAX_BULK} observables`)
      .max(MAX_BULK, `must name 1 to ${MAX_BULK} observables`)
      .transform((ids) => [...new Set(ids)]),
    providers: z
      .array(providerSchema)
      .min(1)
      .transform((names) => [...new Set(names)])
      .default([DEFAULT_PROVIDER])
      .meta({ description: "Providers to query about each of them." }),
    include_red: includeRed,
  })
  .meta({ id: "BulkEnrichment" });

export const bulkTicketSchema = z.object({ task_id: z.uuid() }).meta({ id: "BulkTicket" });

export const outcomesSchema = z.object({
  complete: z.int(),
  not_found: z.int(),
  failed: z.int(),
  rate_limited: z.int(),
  skipped: z.int().meta({
    description:
      "Queries about a kind that the provider does not take, or about an observable that was deleted meanwhile.",
  }),
  withheld: z.int().meta({
    description:
      "Number of queries that were not sent, because only TLP:RED reports name the value.",
  }),
});

export const bulkTaskSchema = z
  .object({
    task_id: z.uuid(),
    status: z.enum(["queued", "running", "complete", "failed"]),
    done: z.int(),
    total: z.int(),
    providers: z.array(providerSchema),
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

export type Enrichment = z.output<typeof enrichmentSchema>;
export type Outcomes = z.output<typeof outcomesSchema>;
export type BulkTask = z.output<typeof bulkTaskSchema>;
