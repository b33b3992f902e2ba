import { z } from "zod";
import { atomicTestSchema } from "../atomic/schema.ts";
import { coverageSchema, coveredTechnique, provingRule } from "../states/schema.ts";

const factor = (description: string) => z.number().min(0).max(1).meta({ description });

const { attack_id, name, tactics, state, detection, last_test, from } = coveredTechnique.shape;

export const testFirstItem = z
  .object({
    attack_id,
    name,
    tactics,
    state,
    detection,
    last_test,
    score: factor("Product of the factors."),
    factors: z.object({
      confidence: factor("Highest confidence of a finding; 1 if it is from no session."),
      use: factor(
        "How much groups, campaigns and own sessions use the technique, against the most used one.",
      ),
      gap: factor(
        "What is missing: 1 if `blind`, 0.8 if rule or data is missing, 0.2 if a rule `should_fire`, 0.05 if `proven`.",
      ),
      test: factor("Whether there is a test on the platforms: 1, else 0.5."),
    }),
    used_by: z.object({
      groups: z.int(),
      campaigns: z.int(),
      sessions: z.int().meta({ description: "Of the newest 5,000 sessions." }),
      weight: z.number().meta({
        description: "All of them, campaigns and sessions the less the older they are.",
      }),
    }),
    tests: z
      .array(atomicTestSchema)
      .meta({ description: "At most 20; `test_count` counts all of them." }),
    test_count: z.int(),
    rules: z.array(provingRule).meta({
      description: "Enabled rules of the technique itself, which should fire; at most 10.",
    }),
    rule_count: z.int(),
    drafts: coveredTechnique.shape.drafts,
    from,
  })
  .meta({ id: "TestFirstItem" });

const { domain, version, platforms, demand, sets, unknown_techniques, left_out, warnings } =
  coverageSchema.shape;

export const testFirstSchema = z
  .object({
    domain,
    version,
    platforms,
    demand,
    sets,
    technique_count: z.int().meta({ description: "Number of techniques that were ordered." }),
    items: z.array(testFirstItem).meta({ description: "Highest score first." }),
    unknown_techniques,
    left_out,
    warnings,
  })
  .meta({ id: "TestFirst" });

export type TestFirst = z.output<typeof testFirstSchema>;
export type TestFirstItem = z.output<typeof testFirstItem>;
