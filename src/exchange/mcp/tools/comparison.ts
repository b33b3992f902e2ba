import { z } from "zod";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { resolveIndex } from "../../../knowledge/attack/resolve-release.ts";
import { compareCampaigns, compareGroups } from "../../../knowledge/comparison/compare-sets.ts";
import { similarityMode } from "../../../knowledge/comparison/params.ts";
import { releaseArgs } from "../params.ts";
import { defineTool } from "../tool.ts";

const compareTechniques = defineTool({
  name: "compare_techniques",
  title: "Compare a set of techniques",
  description:
    "Ranks groups or campaigns by how similar their techniques are to a set. Similarity is a lead, never an attribution.",
  role: "viewer",
  limit: "computations",
  input: z.strictObject({
    technique_ids: z.array(techniqueIdParam).min(1).max(2000),
    with: z.enum(["groups", "campaigns"]).default("groups"),
    mode: similarityMode,
    top: z.int().min(1).max(50).default(10).meta({ description: "Rows to return." }),
    ...releaseArgs,
  }),
  output: z.object({
    version: z.string(),
    rows: z.array(
      z.object({
        attack_id: z.string(),
        name: z.string(),
        similarity: z.number(),
        shared_techniques: z.array(z.string()),
      }),
    ),
    ignored: z.array(z.string()).meta({ description: "IDs that the release does not have." }),
  }),
  run: async ({ deps }, { technique_ids: ids, with: what, mode, top, ...query }) => {
    const index = await resolveIndex(deps, query);
    const known = await deps.knownIds.open();
    const { rows, resolved } =
      what === "groups"
        ? compareGroups(index, ids, top, mode, known)
        : compareCampaigns(index, ids, top, mode, known);
    return {
      version: index.version,
      rows: rows.map((row) => ({
        attack_id: "group_name" in row ? row.group_attack_id : row.campaign_attack_id,
        name: "group_name" in row ? row.group_name : row.campaign_name,
        similarity: row.similarity,
        shared_techniques: [...row.shared_techniques],
      })),
      ignored: [...resolved.unknown],
    };
  },
  describe: ({ rows }) =>
    [
      "Most similar first. Similarity is a lead, never an attribution.",
      ...rows.map(
        ({ attack_id: id, name, similarity, shared_techniques: shared }) =>
          `${id} ${name}: ${similarity}, ${shared.length} shared`,
      ),
    ].join("\n"),
});

export const comparisonTools = [compareTechniques];
