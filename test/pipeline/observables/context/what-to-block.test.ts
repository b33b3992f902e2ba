import { expect, it } from "vitest";
import { readObservables } from "../../../../src/pipeline/observables/context/read-observables.ts";
import { outlineText } from "../../../../src/text/outline/outline-text.ts";

const roleOf = (text: string, value: string) =>
  readObservables(outlineText(text), { publisher: null }).find(
    ({ normalized_value }) => normalized_value === value,
  )?.role;

const MD5 = "5b2c9a41d7e03f68b1c4a97e20d35f86";
const rule = (head: string) =>
  `rule ${head} {\n  meta:\n    author = "A"\n    hash1 = "${MD5}"\n  strings:\n    $a = "x"\n}`;

it("takes the hash of a rule's meta for a sample, unless the rule is for what is harmless", () => {
  expect(roleOf(rule("Fen_Loader"), MD5)).toBe("indicator");
  expect(roleOf(rule("Signer : goodware"), MD5)).toBe("reference");
});

it("blocks names that can be registered, and only those that are reserved stand for others", () => {
  expect(roleOf("The backdoor connects to evil.com.", "evil.com")).toBe("indicator");
  expect(roleOf("The backdoor connects to example.com.", "example.com")).toBe("example");
  expect(roleOf("A name such as evil.com is replaced.", "evil.com")).toBe("example");
});

it("takes the target of a Markdown link for a page to read, unless its words are the URL", () => {
  const url = "https://pages.quarry.dev/orbit";
  expect(roleOf(`The malware is called [Orbit](${url}).`, url)).toBe("reference");
  expect(roleOf(`The malware downloads [${url}](${url}).`, url)).toBe("indicator");
});

it("blocks nothing that the malware leaves alone", () => {
  const text = "The worm does not infect hosts of larkfield-partners.com.";
  expect(roleOf(text, "larkfield-partners.com")).toBe("legitimate_service");
});

it("takes a path that ends in a blank for an example", () => {
  const path = "c:\\users\\public\\[sample]";
  expect(roleOf("The malware drops C:\\Users\\Public\\[sample] there.", path)).toBe("example");
});
