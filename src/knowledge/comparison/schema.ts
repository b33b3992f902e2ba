import { z } from "zod";
import { SIMILARITY_MODES } from "./measure.ts";

const overlap = {
  similarity: z.number().min(0).max(1).meta({
    description:
      "Similarity from 0 to 1, rounded to 4 decimal places; Jaccard unless the request names another mode.",
  }),
  shared_count: z.int(),
  shared_techniques: z
    .array(z.string())
    .meta({ description: "IDs of the techniques in both sets, sorted." }),
};

/** A group that shares techniques with the query (docs/api.md, Comparison). */
export const groupRowSchema = z
  .object({
    group_attack_id: z.string().meta({ example: "G0016" }),
    group_name: z.string().meta({ example: "APT29" }),
    ...overlap,
  })
  .meta({ id: "GroupMatch" });

const known = {
  technique_count: z.int().meta({
    description: "Number of techniques of the session that count, rejected ones left out.",
    example: 12,
  }),
};

/** A group that uses similar techniques by another measure than Jaccard, and the reason. */
export const groupLeadSchema = groupRowSchema
  .omit({ similarity: true })
  .extend({
    mode: z.enum(SIMILARITY_MODES).meta({
      description: "Measure of `score`, as `POST /api/apt/compare` has it.",
      example: "mixed",
    }),
    score: z.number().min(0).max(1).meta({
      description: "Similarity by `mode`, which orders the leads; rounded to 4 decimal places.",
      example: 0.4127,
    }),
    ...known,
    rare_techniques: z
      .array(
        z.object({
          attack_id: z.string().meta({ example: "T1218.011" }),
          name: z.string().meta({ description: "Name of the technique.", example: "Rundll32" }),
          group_count: z.int().meta({
            description: "Number of groups that are known for the technique.",
            example: 14,
          }),
        }),
      )
      .meta({
        description: "Shared techniques that at most a tenth of the groups use: the three rarest.",
      }),
    why: z.string().meta({
      description: "What speaks for the group, in a sentence.",
      example:
        "Known for 7 of these 12 techniques, some of them rare: T1218.011 Rundll32 (14 groups).",
    }),
  })
  .meta({ id: "GroupLead" });

/** A group that a report mentions, and what it is known for among the session's techniques. */
export const namedGroupSchema = z
  .object({
    attack_id: z.string().meta({ description: "ID of the group.", example: "G0046" }),
    name: z.string().meta({ description: "Name in the release.", example: "FIN7" }),
    names: z.array(z.string()).meta({
      description: "Names of the group that the report uses.",
      example: ["FIN7", "Carbon Spider"],
    }),
    mention_count: z.int().nullable().meta({
      description: "Number of mentions; null in older sessions, and if only the provider named it.",
      example: 8,
    }),
    shared_count: z.int().meta({
      description: "Number of techniques of the session that the group is known for.",
      example: 5,
    }),
    ...known,
    shared_techniques: z.array(z.string()).meta({
      description: "Techniques of the session that the group is known for, sorted.",
      example: ["T1059.001"],
    }),
    other_techniques: z.array(z.string()).meta({
      description: "Techniques of the session that the group is not known for, sorted.",
      example: ["T1195.002"],
    }),
    why: z.string().meta({
      description: "The same in words.",
      example: "FIN7: known for 5 of these 6",
    }),
  })
  .meta({ id: "NamedGroup" });

/** A campaign that shares techniques with the query. */
export const campaignRowSchema = z
  .object({
    campaign_attack_id: z.string().meta({ example: "C0024" }),
    campaign_name: z.string(),
    group_names: z
      .array(z.string())
      .meta({ description: "Names of the groups that the campaign is attributed to." }),
    first_seen: z.string().nullable(),
    last_seen: z.string().nullable(),
    ...overlap,
  })
  .meta({ id: "CampaignMatch" });

const standing = z
  .object({ rank: z.int().min(1), ...overlap })
  .nullable()
  .meta({
    description:
      "Match in that release; null if the group shares no technique or does not exist there.",
  });

/** A group whose rank differs between two releases. */
export const groupChangeSchema = z
  .object({
    group_attack_id: z.string(),
    group_name: z.string(),
    before: standing,
    after: standing,
  })
  .meta({ id: "GroupMatchChange" });

export type GroupRow = z.output<typeof groupRowSchema>;
export type GroupLead = z.output<typeof groupLeadSchema>;
export type NamedGroup = z.output<typeof namedGroupSchema>;
export type CampaignRow = z.output<typeof campaignRowSchema>;
export type GroupChange = z.output<typeof groupChangeSchema>;
