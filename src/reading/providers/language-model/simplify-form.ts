import { APICallError } from "@ai-sdk/provider";
import { ANSWER_FORMS, type WireForm } from "./slot-memory.ts";

/** Names of the field that enforces a schema. */
const NAMES_FORM =
  /response_?format|json[_ ](?:schema|object|mode)|text\.format|output_(?:config|format)|response_?(?:mime_?type|schema)|ChatRequest\.format|invalid format/i;
/** Ollama rejects a schema with 500. */
const REFUSALS: ReadonlySet<number | undefined> = new Set([400, 422, 500]);

/**
 * Returns a simpler request form after a server rejected a field: the schema, then `json_object`, the usage of a
 * stream, or the temperature. Returns null if the message names none of them.
 */
export function simplifyForm(cause: unknown, form: WireForm): WireForm | null {
  if (!APICallError.isInstance(cause)) return null;
  if (!REFUSALS.has(cause.statusCode)) return null;
  const words = cause.responseBody ?? "";
  if (form.reportsUsage && words.includes("stream_options"))
    return { ...form, reportsUsage: false };
  if (form.setsTemperature && /temperature/i.test(words))
    return { ...form, setsTemperature: false };
  const answer = ANSWER_FORMS[ANSWER_FORMS.indexOf(form.answer) + 1];
  return answer !== undefined && NAMES_FORM.test(words) ? { ...form, answer } : null;
}
