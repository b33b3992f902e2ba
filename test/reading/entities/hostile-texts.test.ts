import { outlineText } from "../../../src/text/outline/outline-text.ts";
import { describe, expect, it } from "vitest";
import { findEntities } from "../../../src/reading/entities/find-entities.ts";
import { smallRelease } from "../../support/small-release.ts";
import { processorMs } from "../../support/node/processor-time.ts";

const release = smallRelease();
const CHARS = 400_000;
const OBSERVABLES = ["evil.com", "203.0.113.9"].map((value, at) => {
  const places = [{ start: 7 * at, end: 7 * at + 5, section: null }];
  return { kind: "domain", value, role: "indicator", confidence: 80, count: 1, places };
});

// Measured at 0.02 to 0.6 s each; the limit leaves room for slow machines, and a quadratic step breaks it.
describe("a text made to cost time", () => {
  it.each([
    "a",
    "1.",
    "a-",
    "a.",
    "[.]",
    " [ ",
    "evil[.]com ",
    "203.0.113.9-",
    "attacked ",
    "were attacked ",
    "attacked in 2020 ",
    "between May 2020 and ",
    "since at least about early ",
    "hit the energy and water sectors in ",
    "targeted U.S. ",
    "CVE-2021-",
    "TLP: ",
    "TLP:RED ",
    "Empire, ",
    "Cobalt ",
    "net user ",
    "tools such as a, ",
    'group known as "Silence ',
    "2021年",
    "5 мая 2021 атака ",
    "\ud800",
    "a backdoor called ",
    "Umbra ransomware ",
    "UNC1234 ",
    "Storm-",
    "the Umbra is a new ",
    "“Umbra” ",
    "Operation A ",
    "similar to APT29 ",
    "UmbraRAT",
    "группировка Umbra ",
    "名为Umbra",
  ])("%j takes time in proportion", async (piece) => {
    const text = piece.repeat(CHARS / piece.length);
    const start = processorMs();
    const found = await findEntities(
      outlineText(text),
      release,
      OBSERVABLES,
      async () => undefined,
    );
    expect(processorMs() - start).toBeLessThan(5_000);
    for (const listed of Object.values(found).flat()) {
      if (listed === null) continue;
      expect(listed.mentions.length).toBeLessThanOrEqual(5);
      for (const { start: from, end, text: words } of listed.mentions) {
        expect(text.slice(from, end)).toBe(words);
      }
    }
    expect(JSON.stringify(found).length).toBeLessThan(1_000_000);
  });
});
