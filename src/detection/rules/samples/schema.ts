import { z } from "zod";
import { cleanLine } from "../../../platform/lib/clean-text.ts";
import { languageParam, sampleRunSchema } from "../schema.ts";
import { MAX_RULE_CHARS } from "../../languages/vocabulary.ts";
import { SAMPLE_EXPECTATIONS } from "../vocabulary.ts";
import { MAX_SAMPLE_NAME_CHARS } from "./vocabulary.ts";

const names = {
  title: z.string(),
  id: z.string().nullable(),
  name: z.string().nullable(),
  level: z.string().nullable(),
};
const ruleNames = z.object(names).meta({ id: "RuleNames" });

const failedPart = z
  .object({
    selection: z.string(),
    field: z.string().nullable(),
    modifiers: z.array(z.string()).readonly(),
    expected: z.enum(["match", "no_match"]),
    wanted: z.array(z.string()),
    wanted_count: z.int(),
    found: z.array(z.string()).nullable(),
  })
  .meta({ id: "FailedPart" });

const eventResult = z
  .object({
    index: z.int(),
    line: z.int().nullable(),
    matched: z.boolean(),
    rule: ruleNames.nullable(),
    logsource: z.enum(["matched", "other", "unknown"]),
    failed: z.array(failedPart),
    failed_count: z.int(),
  })
  .meta({ id: "EventResult" });

const alert = z
  .object({
    correlation: ruleNames,
    group: z.record(z.string(), z.string()),
    count: z.number().nullable(),
    from: z.string().nullable(),
    to: z.string().nullable(),
    events: z.array(z.int()),
    events_count: z.int(),
  })
  .meta({ id: "CorrelationAlert" });

export const testResultSchema = z
  .object({
    rule: z.object({
      ...names,
      rule_id: z.uuid().nullable(),
      version: z.int().nullable(),
    }),
    events: z.int(),
    matched: z.int(),
    matched_events: z.array(z.int()),
    other_source: z.int(),
    unknown_source: z.int(),
    results: z.array(eventResult),
    results_count: z.int(),
    errors: z.array(z.object({ index: z.int(), line: z.int().nullable(), message: z.string() })),
    errors_count: z.int(),
    alerts: z.array(alert),
    alerts_count: z.int(),
  })
  .meta({ id: "RuleTest" });

const events = z.union([z.array(z.unknown()), z.string()]);

const placeholders = z.record(z.string(), z.array(z.string())).optional();

/** Request body of a test of an unstored rule. */
export const testOrderSchema = z
  .strictObject({
    content: z
      .string()
      .max(MAX_RULE_CHARS, `must have at most ${MAX_RULE_CHARS} characters`)
      .transform((value) => value.toWellFormed()),
    language: languageParam.optional(),
    events,
    placeholders,
  })
  .meta({ id: "RuleTestRequest" });

export const sampleSchema = z
  .object({
    id: z.uuid(),
    rule_id: z.uuid(),
    version: z.int(),
    name: z.string(),
    expected: z.enum(SAMPLE_EXPECTATIONS),
    event_count: z.int(),
    created_by: z.string(),
    created_at: z.string(),
  })
  .meta({ id: "RuleSample" });

export const sampleWithEventsSchema = sampleSchema
  .extend({ events: z.string() })
  .meta({ id: "RuleSampleWithEvents" });

export const addedSampleSchema = sampleSchema
  .extend({ test_run: sampleRunSchema })
  .meta({ id: "AddedRuleSample" });

export const newSampleSchema = z
  .object({
    name: z
      .string()
      .max(MAX_SAMPLE_NAME_CHARS, `must have at most ${MAX_SAMPLE_NAME_CHARS} characters`)
      .transform(cleanLine)
      .refine((value) => value !== "", "must not be blank"),
    expected: z.enum(SAMPLE_EXPECTATIONS),
    events,
  })
  .meta({ id: "NewRuleSample" });

const binary = {
  type: "string" as const,
  format: "binary",
  description: "The events, at most 10 MiB.",
};
const text = { type: "string" as const, description: "Text of the rule." };
const language = {
  type: "string" as const,
  enum: ["sigma"],
  description: "Language of the rule; only Sigma can be run.",
};
const EVENT_EXAMPLE =
  '{"Channel": "Microsoft-Windows-Sysmon/Operational", "EventID": 1, "Image": "C:\\\\Windows\\\\System32\\\\whoami.exe"}';

/** Request body of a test of a stored rule, which its route reads as a stream. */
export const eventsBody = {
  description: "The events, plain or gzip; or a form with them as `file`.",
  content: {
    "application/octet-stream": { schema: binary, example: EVENT_EXAMPLE },
    "multipart/form-data": {
      schema: {
        type: "object" as const,
        properties: { file: binary },
        required: ["file"],
        additionalProperties: false,
      },
    },
  },
};

/** Request body of a test of a text, which its route reads with separate limits. */
export const orderBody = {
  description: "The rule and the events.",
  content: {
    "application/json": {
      schema: {
        type: "object" as const,
        required: ["content", "events"],
        additionalProperties: false,
        properties: {
          content: text,
          language,
          events: {
            description: "A list of events, or text: JSON lines, a JSON array or objects.",
            oneOf: [{ type: "array" as const, items: {} }, { type: "string" as const }],
          },
          placeholders: {
            type: "object" as const,
            description: "Values of the placeholders of `expand`, by their names.",
            additionalProperties: {
              type: "array" as const,
              items: { type: "string" as const },
            },
          },
        },
      },
      example: {
        content:
          "title: Whoami\nlogsource:\n  product: windows\n  category: process_creation\ndetection:\n  selection:\n    Image|endswith: '\\whoami.exe'\n  condition: selection\n",
        events: [JSON.parse(EVENT_EXAMPLE)],
      },
    },
    "multipart/form-data": {
      schema: {
        type: "object" as const,
        properties: {
          content: text,
          language,
          file: binary,
        },
        required: ["content", "file"],
        additionalProperties: false,
      },
    },
  },
};

export type Sample = z.output<typeof sampleSchema>;
export type StoredSample = z.output<typeof sampleWithEventsSchema>;
export type NewSample = z.output<typeof newSampleSchema>;
export type TestOrder = z.output<typeof testOrderSchema>;
