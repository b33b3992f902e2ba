import { describe, expect, it } from "vitest";
import { createSentenceJudge } from "../../../../src/reading/recognition/acts/judge-sentences.ts";
import { outlineText } from "../../../../src/text/outline/outline-text.ts";
import { sentenceAt, splitSentences } from "../../../../src/text/sentences/sentences.ts";
import type { Outline } from "../../../../src/text/document/document.ts";
import { headingPart, outlineOf } from "../../../support/text/outline-of.ts";
import { processorMs } from "../../../support/node/processor-time.ts";

const INTRODUCTION =
  "In the spring of 2031 the group entered the networks of two ministries and one utility.";
/** Nothing in its words says for whom it is. */
const GUIDANCE = "Macros with a signature of the company are the only ones that run.";
const ORDERS = "Implement application control. Restrict remote desktops. Require a second factor.";
const ACT = "The actors used PsExec to reach the other hosts.";

function judgeOf(outline: Outline, words: string) {
  const sentences = splitSentences(outline);
  const judge = createSentenceJudge(outline, sentences);
  return { judge, sentence: sentenceAt(sentences, outline.text.indexOf(words)) };
}

/** The section of the sentence with the given words. */
function sectionOf(text: string, words: string) {
  const { judge, sentence } = judgeOf(outlineText(text), words);
  return judge.sectionAt(sentence);
}

function reasonFor(text: string, words: string) {
  const { judge, sentence } = judgeOf(outlineText(text), words);
  return judge.at(sentence).whole;
}

const report = (...parts: string[]) => [INTRODUCTION, ...parts].join("\n\n");

describe("a section for defenders", () => {
  it.each([
    "MITIGATIONS",
    "5. Mitigations",
    "IV. MITIGATIONS",
    "## Mitigations",
    "**Mitigations**",
    "RECOMMENDED ACTIONS FOR\nNETWORK DEFENDERS",
    "Security Recommendations",
    "Guidance for administrators",
    "Response Checklist",
  ])("begins with %s, and acts in it stand", (heading) => {
    const text = report(heading, GUIDANCE, ACT);
    expect([reasonFor(text, GUIDANCE), reasonFor(text, ACT)]).toEqual(["advice", null]);
  });

  it("sets aside in it what anybody does", () => {
    const text = report("MITIGATIONS", "Malware often uses TLS to reach its server.", ACT);
    expect(reasonFor(text, "Malware often")).toBe("advice");
  });

  it("begins below a heading that says nothing when all below it is advice", () => {
    expect(sectionOf(report("Next Quarter", ORDERS, GUIDANCE), GUIDANCE)).toBe("advice");
    expect(sectionOf(report("Next Quarter", ACT, GUIDANCE), GUIDANCE)).toBe("body");
  });

  it("does not begin with a title, a tactic or a heading over acts", () => {
    const title = `How to Detect Contoso Loader\n\n${INTRODUCTION}`;
    expect(sectionOf(title, INTRODUCTION)).toBe("body");
    expect(sectionOf(report("Defense Evasion", GUIDANCE), GUIDANCE)).toBe("body");
    expect(sectionOf(report("Language Based Protection", ACT, GUIDANCE), GUIDANCE)).toBe("body");
  });

  it.each([
    ["APPENDIX A: COMMANDS", ""],
    ["Appendix A: MITRE ATT&CK", ""],
    ["Indicators of Compromise", ""],
    ["TECHNICAL DETAILS", ""],
    ["Initial Access", ACT],
    ["Brute Force (T1110)", ""],
  ])("ends with %s", (heading, below) => {
    const text = report("MITIGATIONS", GUIDANCE, heading, below, "Logs of the gateway follow.");
    expect(reasonFor(text, "Logs of the gateway")).toBeNull();
  });

  it.each(["Initial Access", "Execution", "Incident Response"])(
    "goes on below %s, where advice follows",
    (heading) => {
      const text = report(
        "MITIGATIONS",
        GUIDANCE,
        heading,
        ORDERS,
        "Credential Guard prevents it.",
      );
      expect(sectionOf(text, "Credential Guard")).toBe("advice");
    },
  );

  it("goes on over the head and foot of a page and list items", () => {
    const foot = "ACME CORPORATION QUARTERLY REPORT";
    const list = ["• Network Segmentation", GUIDANCE];
    const text = report(foot, ACT, foot, foot, "MITIGATIONS", foot, ...list);
    expect(sectionOf(text, GUIDANCE)).toBe("advice");
  });

  it.each([
    ["MITIGATIONS", "THE CASE OF MAY"],
    ["Mitigations", "The Case of May"],
    ["5. Mitigations", "6. The case of May"],
    ["## Mitigations", "## The case of May"],
  ])("%j ends with a heading of its level over an act: %j", (heading, next) => {
    const text = report(heading, ORDERS, next, ACT, GUIDANCE);
    expect(sectionOf(text, GUIDANCE)).toBe("body");
  });

  it("ends with a row of a table of techniques", () => {
    const text = report("Technique", "Recommendations", "T1562.001", GUIDANCE);
    expect(sectionOf(text, GUIDANCE)).toBe("body");
  });
});

describe("a section for defenders whose format gives the levels", () => {
  const sectionBelow = (level: number, below: string) => {
    const parts = [
      INTRODUCTION,
      headingPart("Mitigations", 2),
      ORDERS,
      headingPart("The case of May", level),
    ];
    const { judge, sentence } = judgeOf(outlineOf([...parts, below, GUIDANCE]), GUIDANCE);
    return { section: judge.sectionAt(sentence), act: judge.at(sentence - 1).whole };
  };

  it("ends with a heading of its level over an act", () => {
    expect(sectionBelow(2, ACT)).toEqual({ section: "body", act: null });
    expect(sectionBelow(1, ACT)).toEqual({ section: "body", act: null });
  });

  it("goes on below a lower one, where acts stand", () => {
    expect(sectionBelow(3, ACT)).toEqual({ section: "advice", act: null });
  });

  it("goes on with the next chapter, where all of it is advice", () => {
    expect(sectionBelow(2, ORDERS).section).toBe("advice");
  });
});

describe("other sections", () => {
  it("ends a menu above the article where the article begins", () => {
    const menu = `Subscribe\n\nAll posts\n\n${INTRODUCTION} ${GUIDANCE}\n\n${ACT}`;
    expect(sectionOf(menu, "All posts")).toBe("related");
    expect(sectionOf(menu, INTRODUCTION)).toBe("body");
  });

  it("explains a kind of attack, not a malware", () => {
    const general = "Modern gangs also steal data and threaten to publish them.";
    const text = (heading: string) => report(heading, general, "The Case", ACT);
    expect(reasonFor(text("What is ransomware?"), general)).toBe("definition");
    expect(reasonFor(text("What is Contoso?"), general)).toBeNull();
    expect(sectionOf(text("What is ransomware?"), ACT)).toBe("body");
  });

  it("knows where the contents end", () => {
    const text = `Table of Contents\nLSASS Memory 4\nScheduled Task 9\n\n${ACT}`;
    const reasons = ["LSASS", "Scheduled", ACT].map((words) => reasonFor(text, words));
    expect(reasons).toEqual(["contents", "contents", null]);
  });

  it("takes no entry of a list of sources for a heading", () => {
    const text = report("References", "[1] Contoso", "[2] Evading Detection", "[3] Fabrikam");
    expect(sectionOf(text, "[3]")).toBe("references");
  });
});

describe("sections in other languages", () => {
  it.each([
    ["Empfehlungen", "Netzsegmentierung und Sicherungen ohne Netz.", "Technische Analyse"],
    ["Recomendaciones", "Segmentación de la red y copias fuera de línea.", "Análisis técnico"],
    ["Recommandations", "Segmentation du réseau et copies hors ligne.", "Chaîne d’infection"],
    ["Меры защиты", "Сегментация сети и резервные копии без доступа к сети.", "Цепочка заражения"],
    ["五、防护建议", "所有账户采用多因素认证并做好网络隔离。", "六、技术分析"],
  ])("%s", (heading, guidance, next) => {
    const text = report(heading, guidance, next, "PsExec, SMB, RDP.");
    expect(reasonFor(text, guidance)).toBe("advice");
    expect(sectionOf(text, "PsExec")).toBe("body");
  });
});

it("reads 20,000 headings in a row without a pause that anybody would notice", () => {
  const text = `${INTRODUCTION}\n\nMITIGATIONS\n\n${"Network Segmentation\n\n".repeat(20_000)}`;
  const start = processorMs();
  judgeOf(outlineText(text), "MITIGATIONS");
  expect(processorMs() - start).toBeLessThan(5000);
});
