import { describe, expect, it } from "vitest";
import { readIndicatorLists } from "../../../src/sharing/exports/content/indicator-lists.ts";

const listedIn = (text: string, ...values: string[]) => values.filter(readIndicatorLists(text));

describe("what a report lists as indicators", () => {
  it.each([
    "Indicators of Compromise",
    "TrickBot Indicators of Compromise",
    "INDICATORS OF COMPROMISE (IOCs):",
    "IOCs",
    "7. IOC",
    "Appendix B: Indicators",
    "Network Indicators",
    "三、失陷指标",
    "Индикаторы компрометации",
    "Indicadores de compromiso",
  ])("stands under %j", (heading) => {
    const text = `It called c2.example.\n${heading}\nDomains\nevil[.]example\nhxxps://bad[.]example/x?y\n203[.]0[.]113[.]7:443`;
    const values = ["evil.example", "bad.example", "203.0.113.7", "c2.example", "d.example"];
    expect(listedIn(text, ...values)).toEqual(["evil.example", "bad.example", "203.0.113.7"]);
  });

  it.each([
    "We share indicators of compromise with our partners, and evil.example too.",
    "Indicators of Compromise ........ 12\nevil.example",
    "Indicators of Compromise 12\nevil.example",
    "Domains\nevil.example",
    "",
  ])("is not %j", (text) => {
    expect(listedIn(text, "evil.example")).toEqual([]);
  });

  it.each(["Mitigations", "References", "5. Conclusion", "About us", "TrickBot YARA Rules"])(
    "ends with %j",
    (heading) => {
      const text = `IOCs\nevil.example\n${heading}\nbank.example`;
      expect(listedIn(text, "evil.example", "bank.example")).toEqual(["evil.example"]);
    },
  );

  it("goes on over its tables and not over pages of prose", () => {
    const prose = "The group has been seen in many countries over the years.\n".repeat(30);
    const text = `IOCs\nC2 servers\n203.0.113.7\nMD5\n${"0f".repeat(16)}\n${prose}bank.example`;
    expect(listedIn(text, "203.0.113.7", "0f".repeat(16), "bank.example")).toEqual([
      "203.0.113.7",
      "0f".repeat(16),
    ]);
  });

  it("leaves out what the report calls legitimate", () => {
    const text =
      "IOCs\nThis malware used the following legitimate domains to test connectivity.\nip.example\nThe malware used the following C2 servers.\n203.0.113.7";
    expect(listedIn(text, "ip.example", "203.0.113.7")).toEqual(["203.0.113.7"]);
  });

  it("compares whole values", () => {
    const text = "IOCs\nnotevil.example evil.example.org\n1203.0.113.7";
    expect(listedIn(text, "evil.example", "203.0.113.7")).toEqual([]);
    expect(listedIn("IOCs\nEVIL.example.", "evil.example")).toEqual(["evil.example"]);
    expect(listedIn("IOCs\nhttp://evil.example/a", "http://evil.example/a")).toHaveLength(1);
  });
});
