import { z } from "zod";
import { MAPPING_TYPES } from "../../knowledge/vulnerabilities/vocabulary.ts";
import { entitiesSchema } from "../entities/schema.ts";

const { software, cves } = entitiesSchema.shape;

const lead = z.object({
  attack_id: z.string().meta({ description: "ID of the technique.", example: "T1055" }),
  name: z
    .string()
    .meta({ description: "Name of the technique in the release.", example: "Process Injection" }),
  found: z.boolean().meta({
    description: "Whether it is a technique of the session, rejected ones left out.",
    example: true,
  }),
});

const counts = {
  technique_count: z
    .int()
    .meta({ description: "Number of the techniques listed here.", example: 70 }),
  found_count: z
    .int()
    .meta({ description: "Number of them that are techniques of the session.", example: 7 }),
};

export const softwareHintSchema = software.element
  .extend({
    ...counts,
    techniques: z.array(lead).meta({
      description:
        "Techniques that the release lists for the software, sorted: leads, no findings. Empty if the release lists none.",
    }),
  })
  .meta({ id: "SoftwareHint" });

export const cveHintSchema = cves.element
  .extend({
    known_exploited: z.boolean().meta({
      description:
        "Whether the shipped mapping of CISA's Known Exploited Vulnerabilities lists it. The mapping covers a part of that catalog: false says nothing.",
      example: true,
    }),
    ...counts,
    techniques: z
      .array(
        lead.extend({
          mapping_types: z.array(z.enum(MAPPING_TYPES)).meta({
            description:
              "What the technique is to the vulnerability: how it is exploited, what that gives at once, what may follow.",
            example: ["exploitation_technique"],
          }),
          mapped_as: z.array(z.string()).meta({
            description: "IDs in the mapping that the release has revoked for this one.",
            example: [],
          }),
        }),
      )
      .meta({
        description:
          "Techniques that the vulnerability enables by the mapping, exploitation first: leads, no findings. Empty if the mapping lists none of the domain.",
      }),
  })
  .meta({ id: "CveHint" });

/** Response fields with hints about what to look for next, from what the report names. */
export const hintFields = {
  software_hints: z.array(softwareHintSchema).meta({
    description:
      "Malware and tools that the text names, most mentioned first, with the techniques that the release lists for each.",
  }),
  cve_hints: z.array(cveHintSchema).meta({
    description:
      "Vulnerabilities that the text names, most mentioned first, with the techniques that each enables.",
  }),
};

export type SoftwareHint = z.output<typeof softwareHintSchema>;
export type CveHint = z.output<typeof cveHintSchema>;
