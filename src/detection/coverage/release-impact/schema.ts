import { z } from "zod";
import { MAX_NAMED, TECHNIQUE_CHANGES, TOUCHED_KINDS } from "./vocabulary.ts";

const touchedTechnique = z.object({
  attack_id: z.string(),
  name: z.string().meta({ description: "Name in the earlier release." }),
  changes: z.array(z.enum(TECHNIQUE_CHANGES)),
  replaced_by: z
    .string()
    .nullable()
    .meta({ description: "Successor of a revoked technique; null if it has none." }),
});

export const touchedSchema = z
  .object({
    kind: z.enum(TOUCHED_KINDS),
    id: z.uuid(),
    name: z.string(),
    version: z
      .string()
      .nullable()
      .meta({ description: "Release that its techniques were looked up in; null if unknown." }),
    technique_count: z.int().meta({ description: "Number of its techniques that changed." }),
    techniques: z.array(touchedTechnique).meta({
      description: `Up to ${MAX_NAMED} of its techniques that changed; revoked, deprecated and removed ones first.`,
    }),
  })
  .meta({ id: "TouchedByRelease" });

export type Touched = z.output<typeof touchedSchema>;
export type TouchedTechnique = z.output<typeof touchedTechnique>;
