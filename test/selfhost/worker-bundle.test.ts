import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { WORKER_SCRIPT } from "../../src/selfhost/project.ts";

const bundle = readFileSync(WORKER_SCRIPT, "utf8");

/** Code of packages that is never called, by a word that only it contains. */
const UNCALLED = [
  ["the gateway of the AI SDK", "AI_GATEWAY_API_KEY"],
  ["OpenTelemetry", "opentelemetry"],
  ["zod in other languages", "erwartet"],
  ["the HTML parser and the colors of pdf-lib", "rebeccapurple"],
  ["the pages that pdf.js draws", "createRadialGradient"],
];

it.each(UNCALLED)("the Worker contains no code of %s", (_, word) => {
  // Not `not.toContain`: its message would print the whole Worker.
  expect(bundle.includes(word)).toBe(false);
});

it("the Worker contains the words of the packages that it calls", () => {
  expect(bundle.includes("https://api.anthropic.com")).toBe(true);
});

it("the Worker is at most 2.2 MB gzipped", () => {
  expect(gzipSync(bundle, { level: 9 }).length).toBeLessThan(2_200_000);
});
