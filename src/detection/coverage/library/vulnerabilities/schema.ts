import { z } from "zod";
import { MAPPING_TYPES } from "../../../../knowledge/vulnerabilities/vocabulary.ts";
import { RULE_LANGUAGES } from "../../../languages/vocabulary.ts";
import { RULE_STATES } from "../../../rules/vocabulary.ts";

export const vulnerabilityListItemSchema = z
  .object({
    cve_id: z
      .string()
      .meta({ description: "CVE identifier (cve.org).", example: "CVE-2021-26855" }),
    known_exploited: z.boolean().meta({
      description:
        "Whether the shipped part of CISA's catalog of known exploited vulnerabilities lists it.",
    }),
    mapped_technique_count: z.int().meta({
      description: "Number of techniques that the shipped mapping lists for it.",
    }),
    session_count: z.int().meta({ description: "Number of sessions whose text names it." }),
    report_count: z.int().meta({
      description: "Number of collected reports in the intake that name it.",
    }),
    observable_id: z.uuid().nullable().meta({
      description: "Identifier of the observable; null if there is none.",
    }),
    last_seen_at: z.string().nullable().meta({
      description: "Date of the latest report that names it; null without an observable.",
    }),
  })
  .meta({ id: "VulnerabilityListItem" });

export const vulnerabilitySchema = vulnerabilityListItemSchema
  .extend({
    catalogue_date: z.string().meta({
      description: "Date of the catalog that the shipped mapping is made from, ISO 8601.",
      example: "2025-07-28",
    }),
    techniques: z
      .array(
        z.object({
          attack_id: z.string().meta({ example: "T1190" }),
          name: z.string(),
          mapping_types: z.array(z.enum(MAPPING_TYPES)).meta({
            description: "How the mapping relates the technique to the vulnerability.",
          }),
          mapped_as: z.array(z.string()).meta({
            description: "IDs that the mapping prints, if the release replaced them.",
            example: [],
          }),
        }),
      )
      .meta({ description: "Techniques of the release that the mapping leads to." }),
    rule_count: z.int().meta({ description: "Number of rules whose text names it." }),
    rules: z
      .array(
        z.object({
          rule_id: z.uuid(),
          title: z.string().meta({ description: "Title of the rule." }),
          state: z.enum(RULE_STATES),
          language: z.enum(RULE_LANGUAGES),
        }),
      )
      .meta({ description: "The 20 latest rules whose text names it." }),
  })
  .meta({ id: "Vulnerability" });

export type VulnerabilityListItem = z.output<typeof vulnerabilityListItemSchema>;
export type Vulnerability = z.output<typeof vulnerabilitySchema>;
