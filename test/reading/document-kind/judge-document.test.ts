import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { shippedRelease } from "../../../scripts/model/shipped.ts";
import { readOwnTexts } from "../../../scripts/model/document-kinds/read-texts.ts";
import { kindMaskOf } from "../../../src/reading/document-kind/chunk-features.ts";
import { judgeDocument } from "../../../src/reading/document-kind/judge-document.ts";
import { decodeKindModel, encodeKindModel } from "../../../src/reading/document-kind/kind-model.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";

const bytes = new Uint8Array(readFileSync("assets/models/document-kind.bin"));
const model = decodeKindModel(bytes);
const mask = kindMaskOf(shippedRelease());
const judge = (text: string) => judgeDocument(outlineText(text), model, mask);

const LICENCE = readFileSync("LICENSE", "utf8");
const REPORT = readOwnTexts("train")
  .filter(({ kind }) => kind === "threat_report")
  .slice(0, 24)
  .map(({ text }) => text)
  .join("\n\n");

const INCIDENT =
  "On 3 March the intruders exploited a VPN gateway, uploaded a web shell and dumped the memory of LSASS. They moved on by Remote Desktop, copied the file server to a cloud storage with rclone, deleted the backups and encrypted 40 servers. A note demanded a ransom.";
const ADVICE =
  "Enable multi-factor authentication for all remote access, and review the accounts of administrators every quarter. Keep backups offline, test that they can be restored, and install updates of gateways within two days. Train employees to report messages that ask for passwords.";

describe("judgeDocument", () => {
  it("loses no incident in a paragraph that advice follows", () => {
    const advice = Array.from({ length: 6 }, () => ADVICE).join("\n\n");
    expect(judge(`${INCIDENT}\n\n## Recommendations\n\n${advice}`).kind).toBe("threat_report");
  });

  it.each(
    readOwnTexts("held-out")
      .filter(({ kind }) => kind === "threat_report")
      .map(({ text }) => text),
  )("loses no report that it has not seen: %s", (text) => {
    expect(judge(text).kind).toBe("threat_report");
  });

  it.each([
    "APT29 dumped LSASS with Mimikatz.",
    "A report that is analysed beside others, 1\n\nThey used T1566 and nothing else.",
    "T1566.001: the group sent ISO files. T1059.001: PowerShell ran. T1486: files were encrypted.",
    `${"ab".repeat(32)}\n45.61.137[.]22\nupdate-cdn-service[.]top\n${"0f".repeat(32)}`,
    "攻撃者はPowerShellでCobalt Strikeをダウンロードし、LSASSから認証情報を窃取した。",
    "Chronologie\n\nLe 2 mai, l'attaquant a volé les mots de passe de deux administrateurs et a chiffré le serveur.\n\nMesures conseillées\n\nActivez l'authentification multifacteur. Désactivez le transfert automatique.",
    "Die Angreifer drangen ein. The actors dumped LSASS. Les attaquants ont chiffré les serveurs.",
  ])("takes a short report for one: %s", (text) => {
    expect(judge(text).kind).toBe("threat_report");
  });

  it("takes no page of this repository and no licence for a report", () => {
    const pages = ["docs/self-hosting.md", "docs/architecture.md", "SECURITY.md", "LICENSE"];
    const kinds = pages.map((page) => judge(readFileSync(page, "utf8")).kind);
    expect(new Set(kinds)).toEqual(new Set(["other"]));
  });

  it("calls a hardening guide research or guidance, with probabilities that add up", () => {
    const found = judge(
      "Require multi-factor authentication for remote logins. Disable SMBv1, restrict PowerShell by policy, " +
        "segment the network, and monitor event 4698 for new scheduled tasks. Adversaries may abuse valid accounts, " +
        "so review privileged groups each month and detect logons outside of office hours.",
    );
    expect(found.kind).toBe("research_or_guidance");
    const sum = Object.values(found.probabilities).reduce((total, one) => total + one, 0);
    expect(sum).toBeCloseTo(1, 3);
    expect(found.reasons[0]).toMatch(/^Words that suggest it: “/);
  });

  it("answers for a text without words", () => {
    expect(judge("")).toMatchObject({ kind: "other", probability: 1, reasons: [], sections: [] });
  });

  it.each([
    "今日は天気がよく、子どもたちは公園で遊んだ。",
    "오늘 회의에서 예산을 논의했다. 다음 주에 다시 모인다.",
    "ذهب الأولاد إلى المدرسة في الصباح وعادوا بعد الظهر.",
  ])("says that nothing is known of what cannot be read: %s", (text) => {
    const { kind, probability, reasons } = judge(text);
    expect([kind, probability]).toEqual(["threat_report", 0.3333]);
    expect(reasons.join(" ")).toContain("Nothing is known of its kind");
  });

  it("judges a text in a script without a lexicon by what can be read of it", () => {
    const probabilities = [
      "공격자는 T1059.001을 사용해 cmd.exe /c whoami를 실행했다.",
      "APT29は203.0.113.7からMimikatzをダウンロードした。",
    ].map((text) => judge(text).probabilities.threat_report);
    for (const probability of probabilities) expect(probability).toBeGreaterThan(0.9);
    expect(judge("このパッケージはPythonのREADMEとLICENSEを含む。").kind).toBe("other");
  });

  it("takes at most one in five of fiction, business, sport, exercises and advertisements for a report", () => {
    const others = readOwnTexts("held-out").filter(({ kind }) => kind !== "threat_report");
    const passed = others.filter(({ text }) => judge(text).kind === "threat_report");
    expect(passed.length / others.length).toBeLessThanOrEqual(0.21);
  });

  it("is not changed by one sentence in a licence", () => {
    const half = LICENCE.indexOf("\n\n", 5000);
    const text = `${LICENCE.slice(0, half)}\n\nAPT29 dumped LSASS.\n${LICENCE.slice(half)}`;
    expect(judge(text).kind).toBe("other");
  });

  it("sets a long licence behind a report apart", () => {
    const text = `${REPORT}\n\n${LICENCE}`;
    const { kind, sections } = judge(text);
    expect(kind).toBe("threat_report");
    expect(sections.map((section) => section.kind)).toContain("other");
    for (const { start } of sections) expect(start).toBeGreaterThan(REPORT.length - 1200);
  });

  it("judges a text of a million characters by a sample, as it judges the text once", () => {
    const long = LICENCE.repeat(Math.ceil(1_000_000 / LICENCE.length));
    expect(judge(long)).toMatchObject({ kind: "other", sections: [] });
  });

  it("answers the same each time, and has a file of the same bytes", () => {
    expect(judge(REPORT)).toEqual(judge(REPORT));
    expect(encodeKindModel(model)).toEqual(bytes);
    expect(bytes.length).toBeLessThan(300_000);
  });
});
