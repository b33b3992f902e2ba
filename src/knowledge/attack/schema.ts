import { z } from "zod";
import { RELEASE_ORIGINS } from "./vocabulary.ts";

export const versionSchema = z
  .object({
    domain: z.string(),
    version: z.string(),
    is_current: z.boolean(),
    ingested_at: z.string(),
    origin: z.enum(RELEASE_ORIGINS).meta({
      description:
        "Origin of the release; `seed` is the data shipped with the program, without descriptions.",
    }),
    technique_count: z.int(),
    group_count: z.int(),
    campaign_count: z.int(),
  })
  .meta({ id: "ReleaseVersion" });

const named = z.object({ attack_id: z.string(), name: z.string() });

const actorChanges = z.array(
  named.extend({
    change: z.enum(["added", "removed", "changed"]),
    renamed_from: z.string().nullable(),
    techniques_added: z.array(z.string()),
    techniques_removed: z.array(z.string()),
  }),
);

/** `added`, `revoked`, `deprecated`, `removed`, `renamed` and `tactic_changes` are about techniques. */
export const diffSchema = z
  .object({
    domain: z.string(),
    from: z.string(),
    to: z.string(),
    added: z.array(named),
    revoked: z.array(named.extend({ replaced_by: z.string().nullable() })),
    deprecated: z.array(named),
    removed: z.array(named).meta({
      description:
        "Techniques that are missing from the second release without being revoked or deprecated.",
    }),
    renamed: z.array(z.object({ attack_id: z.string(), from: z.string(), to: z.string() })),
    tactic_changes: z.array(
      named.extend({
        added: z.array(z.string()).meta({ example: ["stealth"] }),
        removed: z.array(z.string()).meta({ example: ["defense-evasion"] }),
      }),
    ),
    description_changes: z.array(named).nullable().meta({
      description:
        "Techniques of both releases whose description differs; null if one of the two releases was ingested without descriptions.",
    }),
    group_changes: actorChanges,
    campaign_changes: actorChanges,
  })
  .meta({ id: "ReleaseDiff" });

export type ReleaseDiff = z.output<typeof diffSchema>;
