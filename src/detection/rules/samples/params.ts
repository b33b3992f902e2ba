import { toValidationError } from "../../../platform/http/to-validation-error.ts";
import { AppError } from "../../../platform/lib/errors.ts";
import {
  jsonTooDeep,
  MAX_JSON_DEPTH,
  measureJson,
} from "../../../platform/lib/json/measure-json.ts";
import { countEvents, type EventBatches, readEventText } from "../../evaluate/read/read-events.ts";
import { MAX_RULE_CHARS } from "../../languages/vocabulary.ts";
import { type TestOrder, testOrderSchema } from "./schema.ts";
import { formEvents } from "./test-events.ts";
import type { TestedRule } from "./test-rule.ts";
import { MAX_EVENT_BYTES } from "./vocabulary.ts";

/** An unstored rule, and the events to run it on. */
interface Order {
  rule: TestedRule;
  events: EventBatches;
}

/** A UTF-16 code unit takes at most three bytes of UTF-8. */
const FORM_LIMITS: ReadonlyMap<string, number> = new Map([
  ["content", MAX_RULE_CHARS * 3],
  ["language", 100],
  ["file", MAX_EVENT_BYTES],
]);

/** @throws AppError `invalid_json`, `validation_error`, `invalid_language` */
function ofJson(bytes: Uint8Array): Order {
  const given = parse({ value: decodeJson(bytes) });
  const events =
    typeof given.events === "string" ? readEventText(given.events) : countEvents(given.events);
  return { rule: toRule(given), events: [events] };
}

/** @throws AppError `input_required`, `validation_error`, `invalid_language` */
function ofForm(parts: ReadonlyMap<string, Uint8Array>): Order {
  const decoder = new TextDecoder("utf-8", { fatal: false, ignoreBOM: false });
  const text = (name: string) => {
    const bytes = parts.get(name);
    return bytes === undefined ? undefined : decoder.decode(bytes);
  };
  const events = formEvents(parts);
  const given = parse({
    value: { content: text("content"), language: text("language"), events: [] },
  });
  return { rule: toRule(given), events };
}

export const readOrder = { ofJson, ofForm, FORM_LIMITS };

function parse({ value }: { value: unknown }): TestOrder {
  const parsed = testOrderSchema.safeParse(value);
  if (!parsed.success) throw toValidationError(parsed.error.issues);
  return parsed.data;
}

function toRule({ content, language = "sigma", placeholders }: TestOrder): TestedRule {
  return { content, language, placeholders, rule_id: null, version: null };
}

function decodeJson(bytes: Uint8Array): unknown {
  if (measureJson(bytes).depth > MAX_JSON_DEPTH) throw jsonTooDeep();
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes));
  } catch (cause) {
    throw new AppError("invalid_json", "The request body must be valid JSON in UTF-8.", { cause });
  }
}
