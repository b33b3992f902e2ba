import { APICallError } from "@ai-sdk/provider";
import { describe, expect, it } from "vitest";
import { simplifyForm } from "../../../../src/reading/providers/language-model/simplify-form.ts";
import type { WireForm } from "../../../../src/reading/providers/language-model/slot-memory.ts";

const FORM: WireForm = { answer: "json_schema", reportsUsage: true, setsTemperature: true };
const refusal = (statusCode: number, responseBody: string) =>
  new APICallError({ message: "", url: "", requestBodyValues: {}, statusCode, responseBody });

describe("a refusal", () => {
  it.each([
    [500, '{"error":"invalid JSON schema in format"}', { answer: "json_object" }],
    [
      500,
      String.raw`{"error":"invalid format: \"\\\"yaml\\\"\"; expected \"json\" or a valid JSON Schema object"}`,
      { answer: "json_object" },
    ],
    [400, '{"error":{"message":"response_format is not supported"}}', { answer: "json_object" }],
    [422, '{"detail":[{"loc":["body","stream_options"]}]}', { reportsUsage: false }],
    [
      400,
      `{"error":{"message":"Unsupported value: 'temperature' does not support 0 with this model."}}`,
      { setsTemperature: false },
    ],
    [422, '{"detail":[{"loc":["body","temperature"]}]}', { setsTemperature: false }],
  ] as const)("with HTTP %i and %s is asked without the field", (status, body, change) => {
    expect(simplifyForm(refusal(status, body), FORM)).toEqual({ ...FORM, ...change });
  });

  it.each([
    [500, '{"error":{"code":500,"message":"Context size has been exceeded."}}'],
    [500, "Internal Server Error"],
    [503, '{"error":"invalid JSON schema in format"}'],
    [400, '{"error":{"message":"max_tokens is too large"}}'],
  ])("with HTTP %i and %s names no field", (status, body) => {
    expect(simplifyForm(refusal(status, body), FORM)).toBeNull();
  });

  it("of a field that is not sent any more leads nowhere", () => {
    const form = { ...FORM, setsTemperature: false };
    expect(simplifyForm(refusal(400, "temperature"), form)).toBeNull();
  });
});
