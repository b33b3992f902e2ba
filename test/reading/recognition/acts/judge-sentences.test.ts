import { describe, expect, it } from "vitest";
import { createSentenceJudge } from "../../../../src/reading/recognition/acts/judge-sentences.ts";
import { outlineText } from "../../../../src/text/outline/outline-text.ts";
import { sentenceAt, splitSentences } from "../../../../src/text/sentences/sentences.ts";
import { processorMs } from "../../../support/node/processor-time.ts";

function judgeOf(text: string) {
  const outline = outlineText(text);
  const sentences = splitSentences(outline);
  const judge = createSentenceJudge(outline, sentences);
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
    ["o Enforce the use of PowerShell in constrained language mode.", "advice"],
    ["b) Reset all passwords of the domain, that of krbtgt twice.", "advice"],
    ["Additionally monitor for scheduled tasks that nobody has approved.", "detection"],
    [
      "Processes that write to many shares at once may be an indication of ransomware.",
      "detection",
    ],
    ["It would take months,\nand may be\ncapable of more.", "hypothetical"],
    ["The group may be capable of pass the hash in such a domain.", "hypothetical"],
    ["Assume that the attackers then dump LSASS on the file server.", "hypothetical"],
    ["Ransomware is malicious software that encrypts files.", "definition"],
    ["Note: A shadow copy contains a copy of the files of a volume.", "definition"],
    ["A small program for finding and removing rootkits.", "definition"],
    ["The tools listed in this report are all publicly available.", "boilerplate"],
    ["0d1e4fa09c e2b7a91c44 77ab01cd29 example.org 90fe12ab34", "furniture"],
    ["Contoso. (2031, May 4). How to turn off PowerShell.", "references", "How to"],
    ["How to turn off PowerShell. Retrieved 4 May 2031.", "references", "How to"],
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
    "Figure 7: The macro which runs rundll32.exe",
    "Figure 2 – Adds a Run key for persistence",
    "Figure 9: PowerShell code searching for the files of the browser",
    "Figure 4 Content A look at the document shows that all of its elements are pictures, laid upon each other in layers.",
    "It is important to note that the loader runs PowerShell.",
    "Use vssadmin.exe to delete shadow copies to prevent system recovery",
    "Updater.bat is a batch script that creates a new administrator.",
    "The backdoor connects to the server to report a new victim.",
    "Domain Fronting was used to reach the server.",
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

describe("lists and paragraphs", () => {
  it("sets aside what explains the advice before it", () => {
    const text =
      "• Block unknown hosts at the proxy, where possible. Malware speaks TLS with its server.\n" +
      "• Enforce strong passwords. These are hard to guess by brute force.";
    expect(reasonFor(text, "Malware speaks")).toBe("advice");
    expect(reasonFor(text, "hard to guess")).toBe("advice");
  });

  it("sets aside what stands between pieces of advice, unless it tells of an act", () => {
    const between = (words: string) =>
      reasonFor(`• Ensure that logs are kept.\n• ${words}\n• Enforce strong passwords.`, words);
    expect(between("Have the developers sign their code.")).toBe("advice");
    expect(between("The actors signed their code with a stolen key.")).toBeNull();
    expect(between("The criminals signed their code with a stolen key.")).toBeNull();
  });

  it("joins a definition that the end of a page has torn", () => {
    const rest = "request that a server answers with the name of the device.";
    const torn = (between: string) =>
      reasonFor(`Note: A greeting is a customized${between}${rest}`, rest);
    expect(torn("\n\nPage 3 of 9\n\nTLP:CLEAR\n\n")).toBe("definition");
    expect(torn("\n\nContoso\n\n")).toBeNull();
  });

  it("reads the items of a list that an act introduces as acts", () => {
    const items = "Identify processes of backups and stop them\nUse PsExec on all systems";
    const marked = "• Backups of the servers, with their indexes\n• Use PsExec on all systems";
    const introduced = (words: string) => reasonFor(`${words}\n${items}`, "Use PsExec");
    expect(introduced("After gaining access, the ransomware attempts to:")).toBeNull();
    expect(introduced("We recommend the following:")).toBe("advice");
    const text = `After gaining access, the ransomware attempts to delete:\n${marked}`;
    expect(reasonFor(text, "Use PsExec")).toBeNull();
  });
});

describe("printed ids", () => {
  const idReason = (text: string) => {
    const { sentences, judge } = judgeOf(text);
    const at = text.indexOf("T1078");
    const { reason, counts } = judge.ofPrintedId(sentenceAt(sentences, at), at);
    return counts ? null : reason;
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
  const start = processorMs();
  for (const index of sentences.keys()) judge.at(index);
  expect(processorMs() - start).toBeLessThan(5000);
});
