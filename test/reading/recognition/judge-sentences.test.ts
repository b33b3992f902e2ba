import { describe, expect, it } from "vitest";
import { createSentenceJudge } from "../../../src/reading/recognition/judge-sentences.ts";
import { sentenceAt, splitSentences } from "../../../src/reading/recognition/sentences.ts";

function judgeOf(text: string) {
  const sentences = splitSentences(text);
  const judge = createSentenceJudge(text, sentences);
  return { sentences, judge };
}

/** What becomes of the sentence that holds the given words; the whole text where none are. */
function reasonFor(text: string, words = text) {
  const { sentences, judge } = judgeOf(text);
  return judge.at(sentenceAt(sentences, text.indexOf(words))).whole;
}

describe("what tells of no act", () => {
  it.each([
    ["Organizations should disable Remote Desktop Protocol wherever it is not used.", "advice"],
    ["Disable potentially harmful procedures such as xp_cmdshell.", "advice"],
    ["We recommend that users enable multi-factor authentication.", "advice"],
    ["Unternehmen sollten PowerShell auf den Servern deaktivieren.", "advice"],
    ["Se recomienda desactivar los scripts en los servidores.", "advice"],
    ["Il est recommandé de désactiver les macros sur les postes.", "advice"],
    ["Рекомендуется и следует отключить удалённый доступ к серверам.", "advice"],
    ["建议禁用不必要的远程桌面服务并启用多因素认证。", "advice"],
    ["Hunt for processes that access the memory of lsass.exe.", "detection"],
    ["The following Sigma rule detects dumping of LSASS memory.", "detection"],
    ["The malware does not establish persistence through scheduled tasks.", "negation"],
    ["There is no evidence that the attackers dumped LSASS memory.", "negation"],
    ["The actors never used scheduled tasks to persist.", "negation"],
    ["Die Angreifer nutzten PowerShell auf den Servern nicht.", "negation"],
    ["攻击者没有使用计划任务来实现持久化。", "negation"],
    ["Did the attackers dump credentials from LSASS memory?", "question"],
    ["An attacker could use PowerShell to download further payloads.", "hypothetical"],
    ["If critical flaws remain, threat actors can steal credentials.", "hypothetical"],
    ["DNS is the phone book of the Internet.", "definition"],
    ["PowerShell is a scripting language and command-line shell.", "definition"],
    ["Persistence via Scheduled Task ............ 7", "contents"],
    ["[12] Contoso, PowerShell for all, https://example.com/powershell", "references"],
    ["Acme is a leading provider of security against phishing.", "boilerplate"],
    ["Please enable JavaScript in your browser to view this page.", "furniture"],
    ["Figure 4: PowerShell downloader", "furniture"],
    ["Figure 4. Persistence by scheduled task", "furniture", "Persistence"],
    ["Read more: how gangs dumped LSASS memory", "furniture"],
  ])("%s", (text, reason, words = text) => {
    expect(reasonFor(text, words)).toBe(reason);
  });
});

describe("what tells of an act", () => {
  it.each([
    "The actors disabled Windows Defender before they ran the ransomware.",
    "Disabled real-time monitoring with Set-MpPreference.",
    "Disable Windows Defender and delete the event logs",
    "The victims were advised by the attackers to call a number.",
    "The malware could not be detected because it injected its code.",
    "Not only did the group dump LSASS memory, it also stole NTDS.dit.",
    "powershell -enc SQBFAFgA; schtasks /create /tn Updater /tr u.exe",
    "vssadmin.exe Delete Shadows /All /Quiet",
    "The malware steals cookies from the browser.",
    "BADNEWS is a backdoor that uses PowerShell to load its modules.",
    "Los atacantes no solo usaron PowerShell en los servidores.",
    "The backdoor creates a service so that it is started at boot.",
  ])("%s", (text) => {
    const { judge } = judgeOf(text);
    expect(judge.at(0)).toEqual({ whole: null, clauses: [] });
  });

  it.each([
    ["The actors did not encrypt files but exfiltrated the archives.", "encrypt", "exfiltrated"],
    ["Instead of encrypting files, the group stole the archives.", "encrypting", "stole"],
    ["The malware does not run if it detects a debugger.", "not run", "debugger"],
    ["It exfiltrates files over HTTP without using scheduled tasks.", "scheduled", "HTTP"],
  ])("denies a clause alone: %s", (text, denied, told) => {
    const { whole, clauses } = judgeOf(text).judge.at(0);
    const isDenied = (words: string) =>
      clauses.some(({ start, end }) => {
        const at = text.indexOf(words);
        return at >= start && at < end;
      });
    expect(whole).toBeNull();
    expect(isDenied(denied)).toBe(true);
    expect(isDenied(told)).toBe(false);
  });
});

describe("sections", () => {
  const GUIDANCE = "Blocking macros from the Internet keeps malicious documents from running.";
  const ACT = "The actors used PsExec to reach the other hosts.";
  const report = (...headings: string[]) =>
    headings.map((one) => `${one}\n\n${GUIDANCE} ${ACT}`).join("\n\n");

  it("sets guidance aside under its heading, and acts nowhere", () => {
    const text = report("MITIGATIONS");
    expect([reasonFor(text, GUIDANCE), reasonFor(text, ACT)]).toEqual(["advice", null]);
  });

  it("ends with the next main heading, not with a page header or a list item", () => {
    const page = `MITIGATIONS\n\nTLP:CLEAR\n\n• Network Segmentation\n\n${GUIDANCE}`;
    expect(reasonFor(page, GUIDANCE)).toBe("advice");
    const next = `MITIGATIONS\n\nTECHNICAL DETAILS\n\n${GUIDANCE}`;
    expect(reasonFor(next, GUIDANCE)).toBeNull();
  });

  it("does not take a tactic's name for guidance", () => {
    expect(reasonFor(`Defense Evasion\n\n${GUIDANCE}`, GUIDANCE)).toBeNull();
  });

  it("knows where the contents end", () => {
    const text = `Table of Contents\nLSASS Memory 4\nScheduled Task 9\n\n${ACT}`;
    expect([reasonFor(text, "LSASS"), reasonFor(text, "Scheduled")]).toEqual([
      "contents",
      "contents",
    ]);
    expect(reasonFor(text, ACT)).toBeNull();
  });
});

describe("printed ids", () => {
  const idReason = (text: string) => {
    const { sentences, judge } = judgeOf(text);
    const at = text.indexOf("T1078");
    return judge.ofPrintedId(sentenceAt(sentences, at), at);
  };

  it.each([
    "Appendix B: MITRE ATT&CK\n\nInitial Access T1078 Valid Accounts",
    "Mitigations\n\nValid Accounts (T1078)",
    "T1078 | Valid Accounts | Adversaries may obtain and abuse accounts.",
    "References\n\nMarch 24: added the technique T1078 to the table.",
  ])("count as the author's mapping: %j", (text) => {
    expect(idReason(text)).toBeNull();
  });

  it.each([
    ["M1032 | Multi-factor Authentication | mitigates T1078", "advice"],
    ["Organizations should enforce strong passwords against T1078.", "advice"],
    ["The actors did not use valid accounts (T1078).", "negation"],
    ["References\n\n[3] Use of T1078, https://attack.mitre.org/techniques/T1078", "references"],
  ])("do not count in %j", (text, reason) => {
    expect(idReason(text)).toBe(reason);
  });
});

it("judges 20,000 sentences without a pause that anybody would notice", () => {
  const text = "The actors, who were not seen before, did not use any of it. ".repeat(20_000);
  const { sentences, judge } = judgeOf(text);
  const start = performance.now();
  for (const index of sentences.keys()) judge.at(index);
  expect(performance.now() - start).toBeLessThan(5000);
});
