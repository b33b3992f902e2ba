import { z } from "zod";
import { countEvents, readEventText } from "../../../detection/evaluate/read/read-events.ts";
import { validateRule } from "../../../detection/languages/validate-rule.ts";
import { RULE_LANGUAGES } from "../../../detection/languages/vocabulary.ts";
import { generateRule } from "../../../detection/rules/generate-rule.ts";
import { testOrderSchema } from "../../../detection/rules/samples/schema.ts";
import { testRule } from "../../../detection/rules/samples/test-rule.ts";
import { generateSchema, validateSchema } from "../../../detection/rules/schema.ts";
import { techniqueIdParam } from "../../../knowledge/attack/params.ts";
import { releaseArgs } from "../params.ts";
import { defineTool } from "../tool.ts";
import { quoteUntrusted } from "../untrusted.ts";

const findings = z.array(z.object({ line: z.int(), column: z.int(), message: z.string() }));
const validation = { valid: z.boolean(), errors: findings, warnings: findings };
const { title, language, telemetry, platform, analytic_id, session_id } = generateSchema.shape;

const draftRule = defineTool({
  name: "draft_rule",
  title: "Draft a detection rule",
  description:
    "Stores the skeleton of a detection rule for a technique as a draft, with the placeholder REPLACE_WITH_BEHAVIOR. A draft detects nothing until a person enables it.",
  role: "analyst",
  limit: "computations",
  input: z.strictObject({
    title,
    technique_id: techniqueIdParam,
    language,
    telemetry,
    platform,
    analytic_id,
    session_id,
    ...releaseArgs,
  }),
  output: z.object({
    rule_id: z.string(),
    version: z.int(),
    title: z.string(),
    state: z.string(),
    language: z.enum(RULE_LANGUAGES),
    techniques: z.array(z.string()),
    content: z.string().meta({ description: "Text of the rule." }),
    ...validation,
  }),
  run: async ({ deps, actor }, order) => {
    const rule = await generateRule(deps, actor.name, order);
    return { ...rule, ...rule.validation };
  },
  describe: ({ rule_id: id, language: written, content }) =>
    `Draft ${id} in ${written}. Complete it and test it before use.\n${quoteUntrusted(content)}`,
});

const validateTool = defineTool({
  name: "validate_rule",
  title: "Validate a detection rule",
  description:
    "Checks the structure of a Sigma, KQL, SPL or EQL rule. A placeholder that is left is a warning. Nothing is stored.",
  role: "viewer",
  limit: "computations",
  input: z.strictObject(validateSchema.shape),
  output: z.object(validation),
  run: async ({ deps }, given) => {
    const { tactics } = await deps.knownIds.open();
    return validateRule(given.language, given.content, tactics);
  },
  describe: ({ valid, errors, warnings }) =>
    [
      valid ? "The rule is valid." : "The rule is invalid.",
      ...errors.map(({ line, message }) => `Error in line ${line}: ${message}`),
      ...warnings.map(({ line, message }) => `Warning in line ${line}: ${message}`),
    ].join("\n"),
});

const { content, events, placeholders } = testOrderSchema.shape;

const testTool = defineTool({
  name: "test_rule",
  title: "Run a Sigma rule on events",
  description:
    "Runs a Sigma rule on events and returns which match, and for the others which part of the condition failed. Nothing is stored.",
  role: "viewer",
  limit: "computations",
  input: z.strictObject({
    content: content.meta({ description: "Text of the Sigma rule." }),
    events: events.meta({
      description: "A list of events, or text: JSON lines, a JSON array or objects.",
    }),
    placeholders,
  }),
  output: z.object({
    events: z.int(),
    matched: z.int(),
    matched_events: z.array(z.int()).meta({ description: "Indexes of the events that match." }),
    results: z.array(
      z.object({
        index: z.int(),
        matched: z.boolean(),
        failed: z.array(
          z.object({
            selection: z.string(),
            field: z.string().nullable(),
            wanted: z.array(z.string()),
          }),
        ),
      }),
    ),
    errors: z.array(z.object({ index: z.int(), message: z.string() })),
  }),
  run: async ({ deps }, given) => {
    const rule = { ...given, language: "sigma" as const, rule_id: null, version: null };
    const read =
      typeof given.events === "string" ? readEventText(given.events) : countEvents(given.events);
    return await testRule(deps, rule, [read]);
  },
  describe: ({ events: n, matched }) => `${matched} of ${n} events match.`,
});

export const ruleTools = [draftRule, validateTool, testTool];
