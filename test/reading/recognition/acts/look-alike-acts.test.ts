import { describe, expect, it } from "vitest";
import { createSentenceJudge } from "../../../../src/reading/recognition/acts/judge-sentences.ts";
import { outlineOf } from "../../../support/text/outline-of.ts";

/** Why a sentence by itself tells of no act, and what of it is set aside. */
function judged(text: string) {
  const { whole, clauses } = createSentenceJudge(outlineOf([text]), [
    { start: 0, end: text.length },
  ]).at(0);
  return { whole, aside: clauses.map(({ start, end }) => text.slice(start, end)).join("|") };
}

describe("acts that look like it", () => {
  it.each([
    "The first loader was blocked by the antivirus, so they packed it again and ran it.",
    "The script was blocked by AMSI at first, until the actors patched it in memory.",
    "The connection was dropped by the malware after it had sent the archive.",
    "The dropper was caught by researchers in May and loads a driver.",
    "The intruders disabled the firewall that had blocked their tunnel.",
    "The actors deleted their tools before they could be collected.",
    "Before the analysts could look, the operators wiped the logs.",
    "The miner killed rival processes and was then run as a service.",
    "The stealer has no icon and hides its window.",
    "The loader can download further modules and run them in memory.",
    "The trojan can capture the screen and record the microphone.",
    "The actors may have used a phishing mail to get in.",
    "The attackers might have stolen the passwords with a keylogger and then logged in by RDP.",
    "Researchers believe they could have been inside since March, when they planted a web shell.",
    "The flaw, which can be exploited without a password, was used by the group to plant a web shell.",
    "The actors exploited the bug to run code as SYSTEM.",
    "Should the server not answer, the implant can switch to a second domain.",
    "Were the process not running, the malware would start it again.",
    "The scenario was no longer hypothetical: the gang encrypted the servers.",
    "The exploit allowed them to run code and they dumped LSASS.",
    "It is possible that the group used stolen passwords, and it deleted the event logs.",
    "DNS tunnels carried the stolen files out of the network.",
    "PowerShell downloads the second stage and runs it in memory.",
    "The Windows Task Scheduler runs the payload every ten minutes.",
    "The Background Intelligent Transfer Service downloads the stage from the C2 server.",
    "A scheduled task starts the script every hour.",
    "A browser opens and shows a fake login page that collects passwords.",
    "FakeRat is a backdoor that steals passwords and logs keys.",
    "MoonLoader is a type of loader that injects code into svchost.exe.",
    "SkyTool, part of the kit of the actors, dumps passwords.",
    "The infection takes place when the victim opens the shortcut.",
    "An infection occurs when the user opens the attached shortcut file.",
    "In this campaign, a rootkit was loaded to hide the process.",
    "The name stands for the mutex that the backdoor creates.",
    "3.1 Scheduled task creates persistence",
    "4.2 Credential dumping with Mimikatz",
    "Image: the macro runs the loader",
    "Slide 4: the actors dumped the memory of LSASS and sent it out",
    "The slides were stolen from the mail server by the group.",
    "The workshop on phishing was the lure that the group sent to victims.",
    "Talk: the actors deleted the logs and then encrypted the share.",
    "On the domain controller, the group disabled the antivirus.",
    "If the user is an administrator, the malware disables the firewall.",
    "On infected hosts, log files are deleted by the script.",
    "The group told users that their password had expired and sent them a link.",
    "Rule 7 of the config tells the bot to steal cookies.",
    "Event ID 4624 shows that the actors logged on by RDP.",
    "The actors cleared event 1102 from the Security log.",
    "Der Trojaner kann Tastatureingaben aufzeichnen und Bildschirmfotos machen.",
    "Die Angreifer könnten über eine Phishing-Mail eingedrungen sein.",
    "Die Gruppe nutzte die Schwachstelle, mit der Angreifer Code ausführen können.",
    "SilentBär ist ein Trojaner, der Passwörter stiehlt.",
    "El troyano puede registrar las pulsaciones y robar contraseñas.",
    "El grupo explotó la vulnerabilidad que permite ejecutar código.",
    "La campaña consiste en enviar correos con un enlace falso.",
    "Le cheval de Troie peut enregistrer les frappes et voler des cookies.",
    "Le groupe aurait exploité une faille pour entrer dans le réseau.",
    "La campagne consiste à envoyer de faux courriels aux employés.",
    "Троян может перехватывать нажатия клавиш и делать снимки экрана.",
    "Злоумышленники использовали уязвимость, которая позволяет выполнить код.",
    "Злоумышленники могут управлять бэкдором через Telegram.",
    "该木马可以记录键盘输入并截取屏幕。",
    "攻击者利用该漏洞在服务器上植入了后门。",
    "该后门是一种窃取密码的工具。",
    "SharePoint sites about the merger were copied by night.",
    "DNS queries carry stolen data to the name server of the group.",
    "Event 7045 on two hosts shows a service with a random name.",
    "Exchange was used to send mails to all customers.",
    "A package manager was abused to install the miner.",
    "The tool belongs to the kit of the group and dumps hashes.",
    "Session hijacking was carried out with stolen cookies.",
    "Windows hands out passes to let people in, and the actors forged them.",
    "The bug allowed the group to run code on the server.",
    "Store names were copied from the mail server by the actors.",
    "In one case, a web shell was a copy of China Chopper that the group had changed.",
    "El ataque consistió en robar cookies del navegador.",
    "L’opération consiste à voler des cookies de session.",
  ])("%s", (text) => {
    expect(judged(text)).toEqual({ whole: null, aside: "" });
  });
});

describe("acts beside what is none", () => {
  it.each([
    [
      "After the macro was blocked by the mail filter, the group sent an archive with a script.",
      "blocked",
      "sent",
    ],
    [
      "The firm cut the line before the intruders could encrypt the database.",
      "encrypt",
      "cut the line",
    ],
    [
      "They dumped the memory of LSASS, but the upload was stopped by the firewall.",
      "upload",
      "dumped",
    ],
    [
      "The sample takes commands from a web page and has no code to post a reply.",
      "post",
      "takes commands",
    ],
    ["The malware makes no attempt to hide and writes a Run key.", "hide", "Run key"],
    [
      "Although these functions are never invoked, the backdoor records sound by a plug-in.",
      "invoked",
      "records",
    ],
  ])("%s", (text, inside, outside) => {
    const { whole, aside } = judged(text);
    expect(whole).toBeNull();
    expect(aside).toContain(inside);
    expect(aside).not.toContain(outside);
  });
});
