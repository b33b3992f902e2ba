import { describe, expect, it } from "vitest";
import {
  type Comparison,
  readPattern,
} from "../../../../../src/pipeline/imports/readers/stix/pattern.ts";

describe("a STIX pattern", () => {
  it.each<[string, Comparison[]]>([
    ["[ipv4-addr:value = '1.2.3.4']", [{ type: "ipv4-addr", path: "value", values: ["1.2.3.4"] }]],
    [
      "[file:hashes.'SHA-256' = 'aa' or file:hashes.MD5 in ('b', 'c')] /* seen */",
      [
        { type: "file", path: "hashes.SHA-256", values: ["aa"] },
        { type: "file", path: "hashes.MD5", values: ["b", "c"] },
      ],
    ],
    [
      "([domain-name:value = 'it\\'s'] AND [url:value = 'x']) WITHIN 5 SECONDS",
      [
        { type: "domain-name", path: "value", values: ["it's"] },
        { type: "url", path: "value", values: ["x"] },
      ],
    ],
    [
      "[network-traffic:src_ref.value ISSUBSET '10.0.0.0/8']",
      [{ type: "network-traffic", path: "src_ref.value", values: ["10.0.0.0/8"] }],
    ],
    [
      "[autonomous-system:number = 64500 AND network-traffic:dst_port IN (443, 8443)]",
      [
        { type: "autonomous-system", path: "number", values: ["64500"] },
        { type: "network-traffic", path: "dst_port", values: ["443", "8443"] },
      ],
    ],
    [
      "[email-message:to_refs[*].value = 'a@b.example' START t'2026-01-01T00:00:00Z']",
      [{ type: "email-message", path: "to_refs[*].value", values: ["a@b.example"] }],
    ],
  ])("%s names values", (pattern, comparisons) => {
    expect(readPattern(pattern)).toEqual(comparisons);
  });

  it.each([
    "[domain-name:value != 'a.example']",
    "[domain-name:value NOT = 'a.example']",
    "[domain-name:value LIKE 'a%']",
    "[file:size > 5]",
    "[EXISTS url:value = 'x']",
  ])("%s names no single value", (pattern) => {
    expect(readPattern(pattern)).toMatchObject([{ values: [] }]);
  });

  it.each([
    "",
    "domain-name:value = 'a.example'",
    "[domain-name:value = 'a.example'",
    "[domain-name:value 'a.example']",
    "[domain-name:value IN 'a']",
    "[domain-name:value = 'a.example' §]",
    "rule yara { condition: true }",
  ])("%j is none", (pattern) => {
    expect(readPattern(pattern)).toBeNull();
  });
});
