import { describe, expect, it } from "vitest";
import { describeSlots } from "../../../src/reading/providers/describe-slots.ts";
import type { ProviderSettings } from "../../../src/reading/providers/settings.ts";

const placeOf = (kind: string, baseUrl?: string, model = "m") => {
  const settings = {
    PROVIDER_A_KIND: kind,
    PROVIDER_A_MODEL: model,
    PROVIDER_A_BASE_URL: baseUrl,
  } as ProviderSettings;
  return describeSlots(settings)[0]?.runs_on;
};

describe("where a provider runs", () => {
  it.each([
    ["embedded", undefined, "service"],
    ["anthropic", undefined, "elsewhere"],
    ["ollama", "http://localhost:11434", "machine"],
    ["ollama", "http://127.0.0.1:11434/", "machine"],
    ["openai_compatible", "http://[::1]:8080/v1", "machine"],
    ["openai_compatible", "http://localhost.example.com/v1", "elsewhere"],
    ["openai_compatible", "http://127.0.0.1.example.com/v1", "elsewhere"],
    ["openai_compatible", "http://10.0.0.7/v1", "elsewhere"],
  ])("%s at %s is %s", (kind, baseUrl, place) => expect(placeOf(kind, baseUrl)).toBe(place));

  it("says elsewhere of a cloud model behind a local Ollama", () => {
    expect(placeOf("ollama", "http://localhost:11434", "gpt-oss:120b-cloud")).toBe("elsewhere");
  });

  it("says nothing of a slot that is not configured", () => {
    expect(describeSlots({ PROVIDER_A_KIND: "embedded" } as ProviderSettings)[1]?.runs_on).toBe(
      null,
    );
  });
});
