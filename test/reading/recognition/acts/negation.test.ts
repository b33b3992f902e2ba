import { describe, expect, it } from "vitest";
import { createSentenceJudge } from "../../../../src/reading/recognition/acts/judge-sentences.ts";
import { findNegations } from "../../../../src/reading/recognition/acts/negation.ts";
import { outlineText } from "../../../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../../../src/text/sentences/sentences.ts";

const denied = (sentence: string) =>
  findNegations(sentence).map(({ start, end }) => sentence.slice(start, end));

describe("what is denied", () => {
  it.each([
    ["The miner drops no rootkit but runs as a service.", "rootkit", "service"],
    ["The actors refrained from using the accounts at night.", "accounts", "The actors"],
    ["Although no exfiltration was seen, Contoso Spider encrypted files.", "exfil", "encrypted"],
    ["Instead of dropping a script, it loads a library and runs.", "script", "loads"],
    ["The loader doesn’t write the file and injects the payload.", "write", "injects"],
    ["The tool is not a legitimate one and dumps passwords.", "legitimate", "The tool"],
    ["It uses scripts (rather than implants) to enable RDP.", "implants", "enable"],
    ["They used a scanner (they did not use Nmap) on the servers.", "Nmap", "servers"],
    ["The actor did not change the code but read the mail.", "code", "mail"],
    ["APT29 did not scan the network, and then left.", "scan", "left"],
    ["They did not, as far as we know, dump LSASS, but they read the mail.", "LSASS", "mail"],
    ["They moved to the servers without exfiltrating data.", "exfiltrating", "moved"],
    ["We found no lateral movement, but the actors encrypted files.", "lateral", "encrypted"],
    ["We saw no indication that LSASS was dumped.", "LSASS", "encrypted"],
    ["There was no lateral movement, but files were encrypted.", "lateral", "files"],
    ["There is no evidence the group dumped LSASS.", "LSASS", "encrypted"],
    ["The attackers chose not to encrypt files.", "encrypt", "deleted"],
    ["The group has yet to use spearphishing, but it scans networks.", "spearphishing", "scans"],
    ["Nothing was exfiltrated, but the actors encrypted files.", "exfiltrated", "encrypted"],
    ["PowerShell was not part of this attack.", "PowerShell", "script"],
    ["Die Gruppe stahl Daten, ohne Dateien zu verschlüsseln.", "verschlüsseln", "stahl"],
    ["El grupo robó los datos sin cifrar los archivos.", "cifrar", "robó"],
    ["Le groupe a volé les données sans chiffrer les fichiers.", "chiffrer", "volé"],
    ["Группа похитила данные без шифрования файлов.", "шифрования", "похитила"],
  ])("%s", (sentence, inside, outside) => {
    const clauses = denied(sentence).join("|");
    expect(clauses).toContain(inside);
    expect(clauses).not.toContain(outside);
  });
});

describe("what is not denied", () => {
  it.each([
    "They threaten to publish the data if the victim does not pay the ransom.",
    "If the process is not running, the loader injects the payload elsewhere.",
    "The operators ran the program Don’t Sleep on the server.",
    "The shellcode cannot be easily decrypted without the map.",
    "The rootkit hides any sign of its processes.",
    "Such operations would not be possible without stolen passwords.",
    "The files cannot be modified by the victim after the encryption.",
    "The victim did not change the default password of the appliance.",
    "The group did not change its tactics and still sends phishing mails.",
    "The loader runs in memory without writing files to the disk.",
    "The attackers did not stop at the first host and dumped LSASS on ten.",
    "Die Angreifer nutzten die Lücke aus, ohne sich anzumelden.",
    "攻击者利用未修补的漏洞进入网络并窃取了数据。",
    "There were no restrictions on RDP, and the actors moved to the servers.",
    "La muestra obtiene permisos de administrador sin mostrar ningún aviso.",
  ])("%s", (sentence) => {
    expect(denied(sentence)).toEqual([]);
  });
});

describe("advice and negation in other languages", () => {
  it.each([
    ["Deaktivieren Sie Makros auf allen Arbeitsplätzen.", "advice"],
    ["Die Gruppe verwendete keine geplanten Aufgaben.", "negation"],
    ["Mit dem Werkzeug lasen sie die Zugangsdaten aus dem Speicher.", null],
    ["Die Angreifer haben den Quellcode nie verändert.", "negation"],
    ["Desactive las macros en los equipos de los usuarios.", "advice"],
    ["No se observó exfiltración de datos por parte de los atacantes.", "negation"],
    ["El grupo desactivó el antivirus para evitar que lo detectaran.", null],
    ["Ningún archivo fue cifrado por los atacantes.", "negation"],
    ["Limiter les accès RDP aux seuls administrateurs du réseau.", "advice"],
    ["Aucune exfiltration n’a été observée par les analystes.", "negation"],
    ["Le groupe a désactivé l’antivirus et a chiffré les serveurs.", null],
    ["Нет признаков того, что злоумышленники похитили пароли.", "negation"],
    ["Отключите макросы на рабочих станциях пользователей.", "advice"],
    ["Злоумышленники не использовали запланированные задачи.", "negation"],
    ["За атакой стоит группа, которая зашифровала файлы на серверах.", null],
    ["禁用不必要的远程桌面服务并限制管理员权限。", "advice"],
    ["该恶意软件未使用计划任务进行持久化。", "negation"],
    ["攻击者禁用了杀毒软件并加密了服务器上的文件。", null],
    ["攻击者未修改源代码仓库中的任何文件。", "negation"],
    ["无证据表明攻击者窃取了服务器上的凭据。", "negation"],
    ["Active Directory enumeration with AdFind", null],
  ])("%s", (text, reason) => {
    const outline = outlineText(text);
    const judge = createSentenceJudge(outline, splitSentences(outline));
    expect(judge.at(0)).toEqual({ whole: reason, clauses: [] });
  });
});
