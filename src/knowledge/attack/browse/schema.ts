import { z } from "zod";
import { OBJECT_STATES, SOFTWARE_TYPES } from "../vocabulary.ts";

const named = z.object({ attack_id: z.string(), name: z.string() });
const softwareItem = named.extend({ type: z.enum(SOFTWARE_TYPES) });
const description = z
  .string()
  .nullable()
  .meta({ description: "Description as published; null in the release shipped with the program." });
const use = z
  .string()
  .nullable()
  .meta({ description: "Description of the use, as published; null if not published." });
const release = { domain: z.string(), version: z.string() };
const timestamps = { created: z.string().nullable(), modified: z.string().nullable() };
const links = { stix_id: z.string(), url: z.string().nullable() };

const externalReferences = z.array(
  z.object({
    source_name: z.string(),
    description: z.string().optional(),
    url: z.string().optional(),
    external_id: z.string().optional(),
  }),
);

const usedTechniques = z.array(
  named.extend({
    tactics: z.array(z.string()),
    platforms: z.array(z.string()),
    is_subtechnique: z.boolean(),
    use,
  }),
);

export const groupListItemSchema = z
  .object({
    attack_id: z.string().meta({ example: "G0016" }),
    name: z.string(),
    aliases: z.array(z.string()),
    description,
    ...release,
    technique_count: z
      .int()
      .meta({ description: "Number of active techniques that the group uses directly." }),
    modified: z.string().nullable(),
  })
  .meta({ id: "GroupListItem" });

export const groupDetailSchema = groupListItemSchema
  .extend({
    ...links,
    created: z.string().nullable(),
    campaigns: z.array(named),
    software: z.array(softwareItem),
    tactic_counts: z
      .record(z.string(), z.int())
      .meta({ description: "Number of techniques per tactic, in matrix order." }),
    external_references: externalReferences,
    techniques: usedTechniques,
  })
  .meta({ id: "GroupDetail" });

export const campaignListItemSchema = z
  .object({
    attack_id: z.string().meta({ example: "C0024" }),
    name: z.string(),
    description,
    first_seen: z.string().nullable(),
    last_seen: z.string().nullable(),
    ...release,
    technique_count: z.int(),
    group_names: z.array(z.string()),
  })
  .meta({ id: "CampaignListItem" });

export const campaignDetailSchema = campaignListItemSchema
  .extend({
    ...links,
    ...timestamps,
    aliases: z.array(z.string()),
    groups: z.array(named),
    software: z.array(softwareItem),
    external_references: externalReferences,
    techniques: usedTechniques,
  })
  .meta({ id: "CampaignDetail" });

export const tacticSchema = z
  .object({
    attack_id: z.string().meta({ example: "TA0001" }),
    name: z.string(),
    shortname: z.string(),
    description,
    url: z.string().nullable(),
    ...release,
    technique_count: z
      .int()
      .meta({ description: "Number of active techniques of the tactic, sub-techniques included." }),
  })
  .meta({ id: "Tactic" });

export const techniqueListItemSchema = z
  .object({
    attack_id: z.string().meta({ example: "T1059.001" }),
    name: z.string(),
    tactics: z.array(z.string()),
    platforms: z.array(z.string()),
    is_subtechnique: z.boolean(),
    ...release,
  })
  .meta({ id: "TechniqueListItem" });

export const techniqueDetailSchema = techniqueListItemSchema
  .extend({
    description,
    state: z.enum(OBJECT_STATES),
    replaced_by: z.string().nullable().meta({
      description: "ID of the active technique that replaces a revoked one; null if there is none.",
    }),
    successors: z.array(z.string()).meta({
      description: "IDs of all active techniques that replace a revoked one.",
      example: [],
    }),
    ...links,
    ...timestamps,
    parent: named.nullable(),
    subtechniques: z.array(named),
    groups: z.array(named.extend({ use })),
    campaigns: z.array(named.extend({ use })),
    software: z.array(softwareItem.extend({ use })),
    external_references: externalReferences,
  })
  .meta({ id: "TechniqueDetail" });

export const softwareListItemSchema = softwareItem
  .extend({
    attack_id: z.string().meta({ example: "S0154" }),
    aliases: z.array(z.string()),
    platforms: z.array(z.string()),
    description,
    ...release,
    technique_count: z.int().meta({
      description: "Number of active techniques that the release lists for the software.",
    }),
    modified: z.string().nullable(),
  })
  .meta({ id: "SoftwareListItem" });

export const softwareDetailSchema = softwareListItemSchema
  .extend({
    state: z.enum(OBJECT_STATES),
    replaced_by: z.string().nullable(),
    ...links,
    created: z.string().nullable(),
    groups: z.array(named.extend({ use })),
    campaigns: z.array(named.extend({ use })),
    external_references: externalReferences,
    techniques: usedTechniques,
  })
  .meta({ id: "SoftwareDetail" });

export type SoftwareListItem = z.output<typeof softwareListItemSchema>;
export type SoftwareDetail = z.output<typeof softwareDetailSchema>;
export type GroupListItem = z.output<typeof groupListItemSchema>;
export type GroupDetail = z.output<typeof groupDetailSchema>;
export type CampaignListItem = z.output<typeof campaignListItemSchema>;
export type CampaignDetail = z.output<typeof campaignDetailSchema>;
export type TacticItem = z.output<typeof tacticSchema>;
export type TechniqueListItem = z.output<typeof techniqueListItemSchema>;
export type TechniqueDetail = z.output<typeof techniqueDetailSchema>;
