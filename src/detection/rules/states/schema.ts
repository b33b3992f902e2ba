import { z } from "zod";
import { uuidParam } from "../../../platform/http/params.ts";
import { ruleFilter } from "../params.ts";
import { RULE_STATES } from "../vocabulary.ts";

/** Maximum rules named in one request. */
const MAX_IDS = 5_000;

const state = z.enum(RULE_STATES).meta({
  description: "`draft`: being written; `enabled`: at work; `disabled`: taken out.",
  example: "enabled",
});

export const ruleStateSchema = z.object({ state }).meta({ id: "RuleState" });

export const ruleBulkSchema = z
  .object({
    action: z.enum(["state"]).meta({ description: "What to do with them.", example: "state" }),
    state,
    rule_ids: z
      .array(uuidParam)
      .min(1)
      .max(MAX_IDS)
      .transform((list) => [...new Set(list)])
      .optional()
      .meta({ description: "Identifiers of the rules, at most 5,000; or `filter`." }),
    filter: z
      .strictObject(ruleFilter)
      .refine((filter) => Object.values(filter).some((value) => value !== undefined), {
        error: "must name at least one condition",
      })
      .optional()
      .meta({ description: "All rules that the list shows with these filters; or `rule_ids`." }),
  })
  .refine(({ rule_ids: ids, filter }) => (ids === undefined) !== (filter === undefined), {
    error: "must have either 'rule_ids' or 'filter'",
  })
  .meta({
    id: "BulkRuleChange",
    example: { action: "state", state: "enabled", filter: { level: "high", product: "windows" } },
  });
export type RuleBulkChange = z.output<typeof ruleBulkSchema>;

export const ruleBulkOutcomeSchema = z
  .object({
    changed: z.int().meta({ description: "Number of rules that were changed.", example: 1 }),
    unchanged: z.int().meta({ description: "Number of rules that were so already.", example: 0 }),
    missing: z
      .array(z.string())
      .meta({ description: "Identifiers that no rule has.", example: [] }),
    failing: z.array(z.string()).meta({
      description:
        "Identifiers of the rules that were enabled though samples of theirs failed when they last ran.",
      example: [],
    }),
  })
  .meta({ id: "BulkRuleOutcome" });
export type RuleBulkOutcome = z.output<typeof ruleBulkOutcomeSchema>;
