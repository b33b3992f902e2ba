import { expect, it } from "vitest";
import { formsOf } from "../../../src/pipeline/observables/search-keys.ts";

it.each([
  ["hxxp://evil[.]example/A", "http://evil.example/A"],
  ["::ffff:45.33.32.1", "45.33.32.1"],
  ["Evil[.]com beacon", "Evil[.]com beacon"],
])("a search for %s finds what is stored as %s", (asked, stored) => {
  expect(formsOf(asked)).toContain(stored);
});
