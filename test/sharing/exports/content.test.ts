import { describe, expect, it } from "vitest";
import { attachmentHeaders } from "../../../src/platform/http/attachment.ts";
import { longDate, longTime } from "../../../src/sharing/exports/content/long-date.ts";
import {
  markingConflict,
  markingNamed,
  markingOf,
} from "../../../src/sharing/exports/content/marking.ts";
import { listByKind } from "../../../src/sharing/exports/content/observable-lists.ts";
import {
  confidenceLine,
  judgementLine,
  reviewLines,
  standingLabel,
} from "../../../src/sharing/exports/content/standing.ts";
import { analysedBy } from "../../../src/sharing/exports/content/analysed-by.ts";
import { sessionExportName } from "../../../src/sharing/exports/session-export-name.ts";

describe("dates in words", () => {
  it.each([
    ["2026-11-22T08:15:00.000Z", "22 November 2026"],
    ["2020-05", "May 2020"],
    ["2020", "2020"],
    ["2020-13", "2020"],
    ["soon", "soon"],
  ])("%s is %s", (iso, words) => expect(longDate(iso)).toBe(words));

  it("have the minute where it matters", () => {
    expect(longTime("2026-11-22T08:15:59.000Z")).toBe("22 November 2026, 08:15 UTC");
  });
});

describe("the marking", () => {
  it("is what a person decided, else what the report prints, which says so", () => {
    expect(markingOf({ tlp: "green", tlp_in_text: "red" })).toMatchObject({
      decided: true,
      heading: "TLP:GREEN",
      note: null,
    });
    expect(markingOf({ tlp: null, tlp_in_text: "red" })).toMatchObject({
      decided: false,
      label: "TLP:RED",
      heading: "TLP:RED (marked in the report, not decided here)",
      note: "marked in the report, not decided here",
    });
    expect(markingOf({ tlp: null, tlp_in_text: null })).toBeNull();
  });

  it("is the strictest of several, a decision before the same in a text", () => {
    const amber = { tlp: null, tlp_in_text: "amber" } as const;
    expect(markingOf({ tlp: "green", tlp_in_text: "red" }, amber)?.heading).toBe(
      "TLP:AMBER (marked in the report, not decided here)",
    );
    expect(markingOf(amber, { tlp: "amber", tlp_in_text: null })?.heading).toBe("TLP:AMBER");
    expect(markingOf()).toBeNull();
  });

  it("is found again by its label", () => {
    for (const decided of [true, false]) {
      const marking = markingOf(
        decided
          ? { tlp: "amber+strict", tlp_in_text: null }
          : { tlp: null, tlp_in_text: "amber+strict" },
      );
      expect(markingNamed("TLP:AMBER+STRICT", decided)).toEqual(marking);
    }
    expect(markingNamed(null, false)).toBeNull();
  });

  it("is told to be laxer than the report's own", () => {
    expect(markingConflict({ tlp: "green", tlp_in_text: "red" })).toContain("TLP:RED");
    expect(markingConflict({ tlp: "green", tlp_in_text: "clear" })).toBeNull();
    expect(markingConflict({ tlp: "red", tlp_in_text: "red" })).toBeNull();
    expect(markingConflict({ tlp: null, tlp_in_text: "red" })).toBeNull();
  });
});

describe("the standing of a technique", () => {
  const technique = {
    review_status: "suggested",
    origin: "analysis",
    found_as: null,
    changed_by: null,
    changed_at: null,
    verified: true,
    judgement: null,
  } as const;
  const ann = { changed_by: "ann", changed_at: "2026-11-22T08:15:00.000Z" };

  it.each([
    [{}, "Analyzer only", ["Not reviewed"]],
    [ann, "Analyzer only", ["Changed by ann, 22 November 2026"]],
    [{ ...ann, review_status: "accepted" }, "Confirmed", ["Confirmed by ann, 22 November 2026"]],
    [
      { ...ann, review_status: "accepted", origin: "analyst" },
      "Confirmed",
      ["Added by ann, 22 November 2026"],
    ],
    [
      { ...ann, review_status: "accepted", origin: "analyst", found_as: "T1059" },
      "Confirmed",
      ["Confirmed by ann, 22 November 2026", "The analyzer said T1059"],
    ],
    [
      { ...ann, origin: "analyst", found_as: "T1059" },
      "Not reviewed",
      ["Changed by ann, 22 November 2026", "The analyzer said T1059"],
    ],
    [
      { ...ann, changed_by: "local", review_status: "needs_evidence" },
      "Needs evidence",
      ["Changed by the local user, 22 November 2026"],
    ],
  ] as const)("%j is %s", (change, label, lines) => {
    const changed = { ...technique, ...change };
    expect([standingLabel(changed), reviewLines(changed)]).toEqual([label, lines]);
  });
});

describe("a technique that a language model judged", () => {
  it.each([
    ["agreed", "Analyzer and language model agree"],
    ["embedded_only", "Named by the analyzer only"],
    ["model_only", "Named by the language model only"],
    ["disputed", "The language model disagrees"],
  ] as const)("says who names it: %s", (standing, line) => {
    const judgement = { standing, embedded: 0.6, verdicts: [] };
    expect(judgementLine({ judgement })).toBe(line);
    const reviewed = { review_status: "suggested", origin: "analysis", found_as: null } as const;
    const technique = { ...reviewed, changed_by: null, changed_at: null, verified: true };
    expect(standingLabel({ ...technique, judgement })).toBe("Not reviewed");
  });

  it("says nothing of models where none judged", () => {
    expect(judgementLine({ judgement: null })).toBeNull();
  });
});

describe("the confidence of a technique", () => {
  it("is the analysis', and none where a person named it", () => {
    expect(confidenceLine({ origin: "analysis", confidence: 0.934 })).toBe("Confidence 93 %");
    expect(confidenceLine({ origin: "analyst", confidence: 1 })).toBeNull();
  });
});

describe("what read a report", () => {
  it.each(["embedded", "embedded/enterprise-attack-18.1", "embedded-small/atlas-5.0"])(
    "is told in words: %s",
    (model) => expect(analysedBy({ model })).toMatch(/^The built-in analyzer/),
  );

  it("names a language model", () => {
    expect(analysedBy({ model: "gpt-5" })).toMatch(/^A language model \(gpt-5\)/);
  });

  it("names the analyser and the model that judged", () => {
    const read = analysedBy({ model: "embedded/enterprise-attack-19.1 + gpt-5" });
    expect(read).toContain("a language model (gpt-5), which decided on each passage");
    expect(read).not.toContain("sent nowhere");
  });
});

describe("observables for readers", () => {
  it("are defanged, hashes as they are, vulnerabilities elsewhere", () => {
    const values = [
      ["url", "https://a.evil.example:8080/x.php?y=1.2"],
      ["domain", "a.evil.example"],
      ["ipv4", "203.0.113.7"],
      ["ipv6", "2001:db8::1"],
      ["email", "me@evil.example"],
      ["md5", "0f".repeat(16)],
      ["mutex", "Global\\x.y"],
      ["cve", "CVE-2020-1472"],
    ].map(([kind = "", value = ""]) => ({ kind, value, confirmed: false, listed: true }));
    const { listed, mentioned } = listByKind(values);
    expect(mentioned).toEqual([]);
    expect(listed.map(({ label, values: shown }) => [label, ...shown])).toEqual([
      ["IPv4 addresses", "203.0.113[.]7"],
      ["IPv6 addresses", "2001:db8:[:]1"],
      ["Domains", "a.evil[.]example"],
      ["URLs", "hxxps://a.evil[.]example:8080/x.php?y=1.2"],
      ["Email addresses", "me[@]evil[.]example"],
      ["MD5 hashes", "0f".repeat(16)],
      ["Mutexes", "Global\\x.y"],
    ]);
  });
});

describe("the name of an exported file", () => {
  const session_id = "8f24ddb8-cf78-48b6-a5fa-8642b70748a5";

  it.each([
    ["harbour.pdf", "harbour-8642b70748a5.md"],
    ["Phishing at two banks", "Phishing-at-two-banks-8642b70748a5.md"],
    ['../..\\"\r\nX: y;\u202Egnp', "X-y-gnp-8642b70748a5.md"],
    ["\u202E", "analysis-8642b70748a5.md"],
  ])("%j is %s", (title, name) => {
    const made = sessionExportName({ session_id, title }, "md");
    expect(made).toBe(name);
    expect(() => new Headers(attachmentHeaders(made))).not.toThrow();
  });
});
