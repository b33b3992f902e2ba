import { describe, expect, it } from "vitest";
import { createSentenceJudge } from "../../../../src/reading/recognition/acts/judge-sentences.ts";
import { outlineOf } from "../../../support/text/outline-of.ts";

/** Why a sentence by itself tells of no act. */
function reasonFor(text: string) {
  return createSentenceJudge(outlineOf([text]), [{ start: 0, end: text.length }]).at(0).whole;
}

describe("what tells of no act", () => {
  it.each([
    ["Three attempts to run the encryptor were stopped by the EDR agent.", "negation"],
    ["The macro was caught by the mail filter of the bank.", "negation"],
    ["The firewall blocked the connection to the command server.", "negation"],
    ["Their attempts to dump the memory of LSASS came to nothing.", "negation"],
    ["They tried in vain to stop the backup service.", "negation"],
    ["Of the four hundred messages, none was opened.", "negation"],
    ["The sample lacks any routine that would spread it over shares.", "negation"],
    ["The wiper contains no code to steal passwords.", "negation"],
    ["The tool has no function for recording keystrokes.", "negation"],
    ["The build makes no attempt to hide its process.", "negation"],
    [
      "The library exports functions that capture the screen, but they are not called anywhere, since these functions are never invoked.",
      "negation",
    ],
    [
      "A routine for deleting shadow copies is present in the file yet is never executed.",
      "negation",
    ],
    [
      "While earlier builds logged keys and recorded sound, the latest holds neither feature.",
      "negation",
    ],
    ["No traffic to the command server was seen during the night.", "negation"],
    ["From that account they could have reset the password of every user.", "hypothetical"],
    ["The intruders could easily have wiped the backups as well.", "hypothetical"],
    [
      "If the gang had reached the domain controller, it could have pushed ransomware to all hosts.",
      "hypothetical",
    ],
    ["Had the worm found the share, it would have spread to the plant.", "hypothetical"],
    ["Were an outsider to guess the password, he could read all the mail.", "hypothetical"],
    ["Should an attacker find the panel, he could upload a web shell.", "hypothetical"],
    [
      "The following is a fictional attack: the adversary phishes a clerk and dumps credentials.",
      "hypothetical",
    ],
    ["Successful exploitation could give the sender control of the server.", "hypothetical"],
    ["The bug can be exploited over the network to run code.", "hypothetical"],
    ["It is conceivable that somebody steals the keys from the build server.", "hypothetical"],
    ["In the worst case, ransomware encrypts the file servers.", "hypothetical"],
    ["It remains unproven whether the operators exfiltrated the archive.", "hypothetical"],
    ["Kerberos issues tickets that users present to services.", "definition"],
    ["LDAP answers queries about users and computers.", "definition"],
    ["A hypervisor runs virtual machines side by side.", "definition"],
    ["The Windows Update Service installs patches while users sleep.", "definition"],
    [
      "Nginx is one of the most widely deployed web servers and often faces the Internet.",
      "definition",
    ],
    [
      "ProcDump, part of the Sysinternals tools, writes the memory of a process to disk.",
      "definition",
    ],
    ["A buffer overflow happens when a program writes past the end of its memory.", "definition"],
    [
      "The term living off the land stands for the use of programs that are already there.",
      "definition",
    ],
    [
      "In the jargon of sellers, a stealer is a kind of program that collects passwords.",
      "definition",
    ],
    ["7.2 Overview of the Credential Dumping Stage", "contents"],
    ["List of tables: Table 1 Commands of the backdoor; Table 2 Scheduled tasks", "contents"],
    ["Slide 7: Pass the Hash in practice", "furniture"],
    ["Further reading on process injection: the talk of 2019.", "references"],
    ["Photo: the web shell as seen in the browser", "furniture"],
    [
      "About the speaker: Kim breaks into networks and dumps credentials for a living.",
      "furniture",
    ],
    ["Workshop on 3 May: Detecting Kerberoasting in practice", "furniture"],
    ["Podcast episode 14: Phishing and how to stop it", "furniture"],
    ["On domain controllers, disable the print spooler and remove unused accounts.", "advice"],
    ["If macros are not needed, block them for the whole company.", "advice"],
    ["Remind users that nobody will ask them for a code by phone.", "advice"],
    ["Rule 20417 detects the upload of a web shell.", "detection"],
    ["New services on a file server merit a closer look.", "detection"],
    ["Potenzielle Angreifer könnten über die Lücke eigenen Code ausführen.", "hypothetical"],
    ["Die Schwachstelle ermöglicht es, Befehle ohne Anmeldung auszuführen.", "hypothetical"],
    ["Im schlimmsten Fall verschlüsselt Ransomware alle Server.", "hypothetical"],
    ["Kerberos ist ein Protokoll, mit dem sich Nutzer anmelden.", "definition"],
    ["Un atacante podría ejecutar código en el servidor.", "hypothetical"],
    ["El fallo permite a cualquiera leer los correos sin contraseña.", "hypothetical"],
    ["El phishing consiste en engañar a la víctima para que entregue su contraseña.", "definition"],
    [
      "Un attaquant pourrait lire la mémoire du processus et voler des mots de passe.",
      "hypothetical",
    ],
    ["La faille permet à un tiers de lancer des commandes sur le serveur.", "hypothetical"],
    ["On appelle hameçonnage le vol de mots de passe par de faux courriels.", "definition"],
    ["Через эту уязвимость атакующий может выполнить свой код на сервере.", "hypothetical"],
    ["Уязвимость позволяет любому читать файлы без пароля.", "hypothetical"],
    ["Фишинг — это способ выманить пароль у пользователя.", "definition"],
    ["黑客可以通过这个漏洞绕过身份验证。", "hypothetical"],
    ["网络钓鱼是指通过伪造邮件骗取密码的行为。", "definition"],
    ["Abonnez-vous à notre lettre pour tout savoir des rançongiciels.", "furniture"],
    [
      "In the slang of sellers, a crypter was a kind of program that hides other programs.",
      "definition",
    ],
    ["WinRM offers a uniform way to send commands to Windows hosts.", "definition"],
    ["LSASS, the Local Security Authority Subsystem Service, checks passwords.", "definition"],
    ["The race condition was fixed by locking the file first.", "hypothetical"],
    ["The new release watches scheduled tasks and services around the clock.", "boilerplate"],
    ["Store the logs elsewhere so that nobody can clear them.", "advice"],
    ["Session hijacking means taking over the session of somebody signed in.", "definition"],
  ])("%s", (text, reason) => {
    expect(reasonFor(text)).toBe(reason);
  });
});
