import { z } from "zod";
import { ruleReceiptSchema } from "../../pipeline/imports/schema.ts";
import { RULE_OUTCOMES } from "../../pipeline/imports/vocabulary.ts";
import { RULE_LANGUAGES } from "../languages/vocabulary.ts";

const outcome = z.enum(RULE_OUTCOMES).meta({
  description:
    "`unchanged`: the rule is stored already; `duplicate`: another file of the import has its id; `passed_over`: no rule.",
});

export const ruleImportSchema = z
  .object({
    import_id: z
      .uuid()
      .nullable()
      .meta({ description: "Identifier of the import; null for a dry run, which stores nothing." }),
    dry_run: z.boolean(),
    counts: z.object({
      created: z.int(),
      updated: z.int(),
      unchanged: z.int(),
      duplicate: z.int(),
      failed: z.int(),
      passed_over: z.int().meta({ description: "Files that hold no rule." }),
    }),
    receipts: z
      .array(
        z.object({
          path: z.string().meta({
            description:
              "In its archive, or the file's name; `#2` is the second document of a file.",
          }),
          outcome,
          message: z.string().nullable().meta({ description: "Why, in one sentence." }),
          language: z.enum(RULE_LANGUAGES).nullable(),
          known_as: z
            .string()
            .nullable()
            .meta({ description: "The id that the rule gives itself." }),
          ...ruleReceiptSchema.shape,
        }),
      )
      .meta({ description: "What became of each file, in their order: the first 5,000." }),
    receipt_count: z.int().meta({
      description: "Receipts in all; of files that hold no rule the first 1,000 have one.",
    }),
    receipts_url: z
      .string()
      .nullable()
      .meta({ description: "Where all receipts are listed; null for a dry run." }),
  })
  .meta({ id: "RuleImport" });
export type RuleImportResult = z.output<typeof ruleImportSchema>;
