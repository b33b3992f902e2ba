import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { WORKER_SCRIPT } from "../../src/selfhost/project.ts";

const bundle = readFileSync(WORKER_SCRIPT, "utf8");

/** Packages that come with the AI SDK and are never called, by a word that only they contain. */
const UNCALLED = [
  ["the gateway of the AI SDK", "AI_GATEWAY_API_KEY"],
  ["OpenTelemetry", "opentelemetry"],
];

it.each(UNCALLED)("the Worker contains no code of %s", (_, word) => {
  // Not `not.toContain`: its message would print the whole Worker.
  expect(bundle.includes(word)).toBe(false);
});

it("the Worker contains the words of the packages that it calls", () => {
  expect(bundle.includes("https://api.anthropic.com")).toBe(true);
});
