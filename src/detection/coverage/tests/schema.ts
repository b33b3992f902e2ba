import { z } from "zod";
import { TEST_RESULTS } from "./vocabulary.ts";

/** A test in responses. */
export const coverageTestSchema = z
  .object({
    test_id: z.uuid(),
    attack_id: z.string().meta({ description: "Technique, as recorded.", example: "T1059.001" }),
    name: z.string().meta({
      description: "Name of the technique in the release that was current when it was recorded.",
    }),
    domain: z.string(),
    rule_id: z.uuid().nullable().meta({ description: "Rule that was tested; null if none." }),
    rule_title: z.string().nullable().meta({
      description: "Title of that rule when the test was recorded; null without a rule.",
    }),
    result: z.enum(TEST_RESULTS).meta({
      description:
        "`detected`: an alert was raised; `blocked`: the activity was prevented; `missed`: neither.",
    }),
    tested_at: z.iso.datetime(),
    events: z.string().meta({
      description: "Number of the events that were seen, or a reference to them.",
      example: "3",
    }),
    note: z.string(),
    created_by: z.string(),
    revision: z.int().meta({ description: "Number of the state; in quotation marks its `ETag`." }),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
  })
  .meta({ id: "CoverageTest" });
export type CoverageTest = z.output<typeof coverageTestSchema>;
