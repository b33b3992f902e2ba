import { describe, expect, it } from "vitest";
import {
  languageWarning,
  modelWarning,
  warningsFor,
} from "../../../src/reading/sessions/analysis-warnings.ts";

const SMALL = "embedded-small/ics-attack-19.1";
const TRAINED = "embedded/enterprise-attack-19.1";

describe("the warnings of an analysis", () => {
  it("name a language that the embedded analyzer was not trained on", () => {
    expect(languageWarning("de", "anthropic")).toBeNull();
    expect(languageWarning("de", "embedded")).toContain("German");
    expect(languageWarning("uk", "embedded")).toContain("Ukrainian");
  });

  it("say when less than a trained model judged", () => {
    expect(modelWarning(TRAINED)).toBeNull();
    expect(modelWarning("claude-sonnet")).toBeNull();
    expect(modelWarning(SMALL)).toMatch(/^No trained model is available for ics-attack-19\.1,/);
    expect(modelWarning("embedded-lexical/atlas-5.0")).toMatch(/only printed ids and names/);
  });

  it("are those of whoever analyses it now", () => {
    const now = { kind: "embedded", model: SMALL };
    const first = warningsFor({ warnings: ["Cut."], language: "de", model: SMALL }, now);
    expect(first).toEqual(["Cut.", languageWarning("de", "embedded"), modelWarning(SMALL)]);
    const session = { warnings: first, language: "de", model: SMALL };
    expect(warningsFor(session, now)).toEqual(first);
    expect(warningsFor(session, { kind: "anthropic", model: "x" })).toEqual(["Cut."]);
    expect(warningsFor(session, { kind: "embedded", model: TRAINED })).toEqual(first.slice(0, 2));
  });
});
