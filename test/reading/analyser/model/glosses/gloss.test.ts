import { describe, expect, it } from "vitest";
import { glossOf } from "../../../../../src/reading/analyser/model/glosses/gloss.ts";
import { processorMs } from "../../../../support/node/processor-time.ts";

describe("a gloss", () => {
  it.each([
    "",
    " ",
    "...",
    "T1059.001",
    "The attackers dumped credentials from LSASS memory and moved on over SMB.",
    "Researchers of Deutsche Telekom and La Poste saw the loader in El Salvador.",
    "The report by Группа Позитив names the implant and its operators.",
    "The group, which CNCERT calls 国家黑客组织, was seen to use a proxy.",
    "The host part of the address was checked against Red Hat, Sea Turtle and the SANS list.",
    "https://example.de/der/die/das.html",
    "malware--0a9c51e0-de12-de34-es56-ce86ed8ce3c3",
  ])("leaves alone what is written in English, or in no language: %j", (text) => {
    expect(glossOf(text)).toBeNull();
  });

  it.each([
    "攻撃者はフィッシングメールを送信し、マルウェアを実行した。",
    "공격자는 피싱 이메일을 보냈다.",
    "Os atacantes enviaram um e-mail com um anexo que não foi detectado pelo antivírus.",
    "Gli attaccanti hanno inviato una mail con un allegato che non è stato bloccato.",
    "De aanvallers hebben een bijlage naar het slachtoffer gestuurd.",
  ])("is not made of a language without a lexicon: %s", (text) => {
    expect(glossOf(text)).toBeNull();
  });

  it.each([
    [
      "German",
      "Die Angreifer haben eine geplante Aufgabe mit dem Namen Contoso erstellt.",
      ["attacker", "scheduled task", "Contoso", "create"],
    ],
    [
      "Spanish",
      "Los atacantes enviaron un correo con un archivo adjunto malicioso a las víctimas.",
      ["attacker", "email", "malicious", "victim"],
    ],
    [
      "French",
      "L’attaquant a envoyé une pièce jointe malveillante à la victime.",
      ["attacker", "attachment", "victim"],
    ],
    [
      "Russian",
      "Злоумышленники создали задачу в планировщике заданий и удалили журналы событий.",
      ["attacker", "create", "task", "task scheduler", "delete", "event log"],
    ],
    ["Ukrainian", "Зловмисники надсилали листи з вкладенням.", ["attacker", "send", "attachment"]],
    [
      "Chinese",
      "攻击者通过钓鱼邮件投递木马，随后创建计划任务并进行横向移动。",
      ["attacker", "phishing email", "trojan,", "create scheduled task", "lateral movement"],
    ],
  ])("puts %s words into English, in their order", (_, text, expected) => {
    const gloss = glossOf(text) ?? "";
    let from = 0;
    for (const part of expected) {
      const at = gloss.indexOf(part, from);
      expect(at, `${part} in ${gloss}`).toBeGreaterThanOrEqual(0);
      from = at + part.length;
    }
  });

  it.each([
    [
      "Загрузчик запускал cmd.exe /c whoami и сохранял ответ в C:\\Users\\Public\\die.log под именем Updater.",
      ["cmd.exe /c whoami", "C:\\Users\\Public\\die.log", "Updater"],
    ],
    [
      "Das Skript wurde mit powershell.exe -enc aus C:\\Daten\\der\\start.ps1 gestartet, nicht über IN oder %TEMP%.",
      ["powershell.exe -enc", "C:\\Daten\\der\\start.ps1", "IN", "%TEMP%"],
    ],
    [
      "样本执行 rundll32.exe C:\\Temp\\a.dll,Start 后连接 evil[.]example:8443。",
      ["rundll32.exe C:\\Temp\\a.dll,Start", "evil[.]example:8443"],
    ],
    [
      "Los operadores ejecutaron reg add HKCU\\Software\\Run para la persistencia con Cobalt Strike.",
      ["reg add HKCU\\Software\\Run", "Cobalt Strike"],
    ],
  ])("keeps commands, paths and names: %s", (text, kept) => {
    const gloss = glossOf(text);
    for (const part of kept) expect(gloss).toContain(part);
  });

  it("leaves function words out, and the apostrophe of one", () => {
    expect(glossOf("L'attaquant est dans le réseau.")).toBe("attacker network.");
    expect(glossOf("Это было в сети.")).toBe("network.");
  });

  it("cuts German compounds into the parts it knows", () => {
    const gloss = glossOf("Das ist der Serverpasswortdiebstahl und eine Qualmzwiebel.");
    expect(gloss).toContain("server password");
    expect(gloss).toContain("Qualmzwiebel");
  });

  it("takes letters that are put together of two as one", () => {
    expect(glossOf("Злоумышленник удалил все файлы".normalize("NFD"))).toBe("attacker delete file");
    expect(glossOf("Удалённый доступ через учётную запись")).toBe("remote access account");
  });

  it.each(["a", "я", "加密", "加", "der ", "die Datei ", "l'", "une l'", "（", "und\n"])(
    "is made of a megabyte of %j in a few seconds",
    (word) => {
      const text = word.repeat(Math.ceil(1_000_000 / word.length));
      const started = processorMs();
      glossOf(text);
      glossOf(`der die das ${text}`);
      expect(processorMs() - started).toBeLessThan(20_000);
    },
  );
});
