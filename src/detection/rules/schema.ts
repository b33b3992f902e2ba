import { z } from "zod";
import { techniqueIdParam, releaseOverride } from "../../knowledge/attack/params.ts";
import { uuidParam } from "../../platform/http/params.ts";
import { cleanLine } from "../../platform/lib/clean-text.ts";
import {
  isRuleLanguage,
  MAX_RULE_CHARS,
  MAX_TITLE_CHARS,
  RULE_LANGUAGES,
} from "../languages/vocabulary.ts";
import { RULE_STATES } from "./vocabulary.ts";

const oneLine = z
  .string()
  .max(MAX_TITLE_CHARS, `must have at most ${MAX_TITLE_CHARS} characters`)
  .transform(cleanLine);

/** A rule language, ignoring case. Responds 400 `invalid_language` for an unknown one. */
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

const headerText = z.string().nullable();

const header = z
  .object({
    id: headerText.meta({ description: "The id that the rule gives itself: in Sigma a UUID." }),
    status: headerText.meta({ example: "stable" }),
    level: headerText.meta({ example: "high" }),
    author: headerText,
    license: headerText.meta({ example: "DRL-1.1" }),
    description: headerText,
    date: headerText.meta({ example: "2026-11-23" }),
    modified: headerText.meta({ example: "2026-11-23" }),
    references: z.array(z.string()),
    tags: z.array(z.string()).meta({ example: ["attack.execution", "attack.t1059.001"] }),
    logsource: z
      .object({
        category: z.string().optional(),
        product: z.string().optional(),
        service: z.string().optional(),
      })
      .nullable()
      .meta({ example: { category: "process_creation", product: "windows" } }),
    path: headerText.meta({
      description: "Path in the archive, or name of the file, that the rule came in.",
    }),
  })
  .meta({ id: "RuleHeader" });

export const sampleRunSchema = z
  .object({
    passed: z.int(),
    failed: z.int(),
    results: z.array(
      z.object({
        sample_id: z.uuid(),
        name: z.string(),
        passed: z.boolean(),
        matched: z.int().meta({ description: "How many of the sample's events match." }),
        events: z.int(),
        error: z
          .string()
          .nullable()
          .meta({ description: "Why the rule could not run; null where it ran." }),
      }),
    ),
  })
  .meta({ id: "SampleRun" });

export const ruleSchema = z
  .object({
    id: z.uuid().meta({ description: "The id of this version." }),
    rule_id: z.uuid(),
    version: z.int().min(1),
    title: z.string(),
    state: z.enum(RULE_STATES).meta({
      description: "Whether the rule is at work; only `enabled` ones detect anything.",
    }),
    known_as: z.string().nullable().meta({
      description: "The id by which an import knows the rule again; null for a rule without.",
    }),
    technique_id: z.string().nullable().meta({
      description: "The first of its techniques; null for a rule that names none.",
      example: "T1059.001",
    }),
    techniques: z.array(z.string()).meta({
      description: "All techniques that it is for, as the release has them.",
      example: ["T1059.001"],
    }),
    language: z.enum(RULE_LANGUAGES),
    content: z.string(),
    header: header.nullable().meta({
      description: "What the rule says of itself; null for versions from before it was read.",
    }),
    validation: validationSchema,
    test_run: sampleRunSchema.nullable().meta({
      description: "How its samples came out when it was saved; null where it has none.",
    }),
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
          "Platform that the rule is for; the technique's best analytic of it is drafted. If left out, the platform whose analytic has the most telemetry known by its channel, Windows and Linux first if several have equally much.",
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
/** The request to generate a rule, with the domain of its technique. */
export type RuleOrder = z.output<typeof generateSchema> & { domain: string };
