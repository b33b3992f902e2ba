import { z } from "zod";
import { techniqueIdParam } from "../../knowledge/attack/params.ts";
import { searchParam } from "../../platform/http/params.ts";
import { languageParam } from "./schema.ts";
import { RULE_STATES } from "./vocabulary.ts";

const word = (description: string, example: string) =>
  z
    .string()
    .min(1)
    .max(255)
    .transform((value) => value.trim().toLowerCase())
    .optional()
    .meta({ description, example });

/** Filter of rules, for a query or a body. */
export const ruleFilter = {
  state: z.enum(RULE_STATES).optional().meta({ description: "Only rules in this state." }),
  level: word("Only rules of this level.", "high"),
  status: word("Only rules of this status.", "stable"),
  technique_id: techniqueIdParam
    .optional()
    .meta({ description: "Only rules for this technique; its sub-techniques are others." }),
  include: z.enum(["subtechniques"]).optional().meta({
    description: "With `technique_id`: rules for its sub-techniques too.",
  }),
  product: word("Only rules whose log source is of this product.", "windows"),
  category: word("Only rules whose log source is of this category.", "process_creation"),
  service: word("Only rules whose log source is of this service.", "security"),
  language: languageParam.optional(),
  q: searchParam("Literal text that is searched for in title, technique id and content."),
};
