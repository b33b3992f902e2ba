import { z } from "zod";
import { RELEASE_ORIGINS, SOFTWARE_TYPES } from "./vocabulary.ts";

export const versionSchema = z
  .object({
    domain: z.string(),
    version: z.string(),
    is_current: z.boolean(),
    ingested_at: z.string(),
    origin: z.enum(RELEASE_ORIGINS).meta({
      description: "`seed`: the facts shipped with the program, without descriptions.",
    }),
    technique_count: z.int(),
    group_count: z.int(),
    campaign_count: z.int(),
  })
  .meta({ id: "ReleaseVersion" });

export const groupListItemSchema = z
  .object({
    attack_id: z.string().meta({ example: "G0016" }),
    name: z.string(),
    aliases: z.array(z.string()),
    description: z.string().nullable().meta({ description: "Null in the shipped seed." }),
    domain: z.string(),
    version: z.string(),
    technique_count: z.int().meta({ description: "Active techniques that it uses directly." }),
    modified: z.string().nullable(),
  })
  .meta({ id: "GroupListItem" });

export const groupDetailSchema = groupListItemSchema
  .extend({
    stix_id: z.string(),
    url: z.string().nullable(),
    created: z.string().nullable(),
    campaigns: z.array(z.object({ attack_id: z.string(), name: z.string() })),
    software: z.array(
      z.object({ attack_id: z.string(), name: z.string(), type: z.enum(SOFTWARE_TYPES) }),
    ),
    tactic_counts: z
      .record(z.string(), z.int())
      .meta({ description: "Techniques per tactic, in matrix order." }),
    external_references: z.array(
      z.object({
        source_name: z.string(),
        description: z.string().optional(),
        url: z.string().optional(),
        external_id: z.string().optional(),
      }),
    ),
    techniques: z.array(
      z.object({
        attack_id: z.string(),
        name: z.string(),
        tactics: z.array(z.string()),
        platforms: z.array(z.string()),
        is_subtechnique: z.boolean(),
        use: z.string().nullable().meta({ description: "How the group uses it, as published." }),
      }),
    ),
  })
  .meta({ id: "GroupDetail" });

export type GroupListItem = z.output<typeof groupListItemSchema>;
export type GroupDetail = z.output<typeof groupDetailSchema>;

export const syncTaskSchema = z
  .object({
    task_id: z.uuid(),
    status: z.enum(["queued", "running", "complete", "failed"]),
    domains: z.array(
      z.object({
        domain: z.string(),
        action: z.enum(["ingest", "none"]),
        version: z.string(),
        stage: z.string(),
        done: z.int(),
        total: z.int(),
        error: z.string().nullable(),
      }),
    ),
    created_at: z.string(),
    finished_at: z.string().nullable(),
  })
  .meta({ id: "SyncTask" });

export type SyncTask = z.output<typeof syncTaskSchema>;
