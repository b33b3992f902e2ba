import { z } from "zod";

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

/** A group whose place among the matches differs between two releases. */
export const groupChangeSchema = z
  .object({
    group_attack_id: z.string(),
    group_name: z.string(),
    before: standing,
    after: standing,
  })
  .meta({ id: "GroupMatchChange" });

export type GroupRow = z.output<typeof groupRowSchema>;
export type CampaignRow = z.output<typeof campaignRowSchema>;
export type GroupChange = z.output<typeof groupChangeSchema>;
