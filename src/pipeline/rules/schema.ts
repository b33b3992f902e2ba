import { z } from "zod";
import { techniqueIdParam, releaseOverride } from "../../knowledge/attack/params.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import { isRuleLanguage, MAX_RULE_CHARS, MAX_TITLE_CHARS, RULE_LANGUAGES } from "./vocabulary.ts";

const oneLine = z
  .string()
  .max(MAX_TITLE_CHARS, `must have at most ${MAX_TITLE_CHARS} characters`)
  .transform(cleanLine);

/** A rule language, in any case; 400 `invalid_language` when there is none such. */
export const languageParam = z
  .string()
  .transform((value) => value.trim().toLowerCase())
  .refine(isRuleLanguage, {
    error: `must be one of ${RULE_LANGUAGES.join(", ")}`,
    params: { code: "invalid_language" },
  })
  .meta({ example: "sigma", enum: [...RULE_LANGUAGES] });

const content = z
  .string()
  .max(MAX_RULE_CHARS, `must have at most ${MAX_RULE_CHARS} characters`)
  .transform((value) => value.toWellFormed());

const finding = z.object({
  line: z.int().min(1),
  column: z
    .int()
    .min(1)
    .meta({ description: "Number of the column, from 1, in UTF-16 code units." }),
  message: z.string(),
});

export const validationSchema = z
  .object({
    valid: z.boolean().meta({ description: "Whether there are no errors; there may be warnings." }),
    errors: z.array(finding),
    warnings: z.array(finding),
  })
  .meta({ id: "RuleValidation" });

export const ruleSchema = z
  .object({
    id: z.uuid().meta({ description: "The id of this version." }),
    rule_id: z.uuid(),
    version: z.int().min(1),
    title: z.string(),
    technique_id: z.string().meta({ example: "T1059.001" }),
    language: z.enum(RULE_LANGUAGES),
    content: z.string(),
    validation: validationSchema,
    domain: z.string(),
    release: z
      .string()
      .meta({ description: "The release in which the technique was looked up.", example: "19.1" }),
    telemetry: z.string().nullable(),
    session_id: z.uuid().nullable(),
    report_id: z.uuid().nullable(),
    created_by: z.string(),
    created_at: z.string(),
  })
  .meta({ id: "RuleVersion" });

export const generateSchema = z
  .object({
    title: oneLine.refine((value) => value !== "", "must not be blank"),
    technique_id: techniqueIdParam,
    language: languageParam,
    telemetry: oneLine
      .nullish()
      .transform((value) => value || null)
      .meta({
        description: [
          "The telemetry that is available, in words (`Sysmon process creation`, `CloudTrail`) or",
          "by the name of a table or source type; without it the technique decides.",
        ].join(" "),
      }),
    platform: oneLine
      .nullish()
      .transform((value) => value || null)
      .meta({
        description:
          "Platform that the rule is for; the technique's best analytic of it is drafted. Any platform if left out.",
        example: "Windows",
      }),
    analytic_id: oneLine
      .nullish()
      .transform((value) => value?.toUpperCase() || null)
      .meta({
        description:
          "ATT&CK ID of the technique's analytic to draft, whatever the platform; the best one of the platform if left out.",
        example: "AN0271",
      }),
    rule_id: uuidParam
      .nullish()
      .meta({ description: "Identifier of the rule to add a version to; a new rule if left out." }),
    session_id: uuidParam.nullish().meta({ description: "The analysis that the rule comes from." }),
    report_id: uuidParam
      .nullish()
      .meta({ description: "The intake report that the rule comes from." }),
    ...releaseOverride,
  })
  .meta({ id: "RuleRequest" });

export const validateSchema = z
  .object({ language: languageParam, content })
  .meta({ id: "RuleContent" });

export const saveSchema = z.object({ content }).meta({ id: "RuleEdit" });

export const ruleDiffSchema = z
  .object({
    rule_id: z.uuid(),
    from: z.int(),
    to: z.int(),
    changes: z.array(
      z.object({
        kind: z.enum(["same", "removed", "added"]),
        from_line: z
          .int()
          .meta({ description: "Number of the first line in the first version, from 1." }),
        to_line: z
          .int()
          .meta({ description: "Number of the first line in the second version, from 1." }),
        lines: z.array(z.string()),
      }),
    ),
  })
  .meta({ id: "RuleDiff" });

export type Rule = z.output<typeof ruleSchema>;
export type RuleDiff = z.output<typeof ruleDiffSchema>;
/** What a rule is generated from, with the domain of its technique. */
export type RuleOrder = z.output<typeof generateSchema> & { domain: string };
