import { z } from "zod";
import { listGroups } from "../../../knowledge/attack/browse/groups.ts";
import { listSoftware } from "../../../knowledge/attack/browse/software/software.ts";
import { listTechniques } from "../../../knowledge/attack/browse/techniques.ts";
import { groupIdParam, techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { SOFTWARE_TYPES } from "../../../knowledge/attack/vocabulary.ts";
import { cutPage } from "../cursor.ts";
import { pageArgs, pageFields, releaseArgs } from "../params.ts";
import { defineTool } from "../tool.ts";

const searchArgs = {
  search: z.string().max(100).optional().meta({
    description: "Text that ID, name, aliases or description contains, in any case.",
  }),
  ...releaseArgs,
  ...pageArgs(25, 200),
};
const named = { attack_id: z.string(), name: z.string() };
const techniqueCount = z.int().meta({ description: "Techniques that it uses directly." });

const searchTechniques = defineTool({
  name: "search_techniques",
  title: "Search techniques",
  description: "Searches the active techniques of an ATT&CK release, sorted by ID.",
  role: "viewer",
  input: z.strictObject({
    ...searchArgs,
    tactic: z.string().max(64).optional().meta({ example: "initial-access" }),
    platform: z.string().max(64).optional().meta({ example: "Windows" }),
    subtechniques: z.boolean().default(true),
  }),
  output: z.object(
    pageFields(
      "techniques",
      z.object({ ...named, tactics: z.array(z.string()), platforms: z.array(z.string()) }),
    ),
  ),
  run: async ({ deps }, { cursor, limit, ...query }) => {
    const all = await listTechniques(deps, query);
    const { items: techniques, next_cursor } = cutPage("techniques", all, { cursor, limit });
    return { total: all.length, next_cursor, techniques };
  },
  describe: ({ total, techniques }) => describeNamed("techniques", total, techniques),
});

const searchGroups = defineTool({
  name: "search_groups",
  title: "Search groups",
  description: "Searches the active groups of an ATT&CK release, sorted by name.",
  role: "viewer",
  input: z.strictObject(searchArgs),
  output: z.object(
    pageFields(
      "groups",
      z.object({ ...named, aliases: z.array(z.string()), technique_count: techniqueCount }),
    ),
  ),
  run: async ({ deps }, { cursor, limit, ...query }) => {
    const all = await listGroups(deps, query);
    const { items: groups, next_cursor } = cutPage("groups", all, { cursor, limit });
    return { total: all.length, next_cursor, groups };
  },
  describe: ({ total, groups }) => describeNamed("groups", total, groups),
});

const searchSoftware = defineTool({
  name: "search_software",
  title: "Search malware and tools",
  description: "Searches the active malware and tools of an ATT&CK release, sorted by name.",
  role: "viewer",
  input: z.strictObject({
    ...searchArgs,
    type: z.enum(SOFTWARE_TYPES).optional(),
    platform: z.string().max(64).optional().meta({ example: "Windows" }),
    technique: techniqueIdParam.optional().meta({
      description: "Return only software that the release lists this technique for.",
    }),
    group: groupIdParam.optional().meta({
      description: "Return only software that this group uses directly.",
    }),
  }),
  output: z.object(
    pageFields(
      "software",
      z.object({
        ...named,
        type: z.enum(SOFTWARE_TYPES),
        aliases: z.array(z.string()),
        technique_count: techniqueCount,
      }),
    ),
  ),
  run: async ({ deps }, { cursor, limit, ...query }) => {
    const all = await listSoftware(deps, query);
    const { items: software, next_cursor } = cutPage("software", all, { cursor, limit });
    return { total: all.length, next_cursor, software };
  },
  describe: ({ total, software }) => describeNamed("malware and tools", total, software),
});

export const knowledgeTools = [searchTechniques, searchGroups, searchSoftware];

function describeNamed(
  what: string,
  total: number,
  items: readonly { attack_id: string; name: string }[],
): string {
  return [`${total} ${what}.`, ...items.map(({ attack_id, name }) => `${attack_id} ${name}`)].join(
    "\n",
  );
}
