import { type Cues, listPhrases } from "../../../text/phrases/cue-table.ts";

/**
 * Meaning of a word next to a name:
 * - `group`, `malware`, `tool`, `campaign`: the kind of the named thing
 * - `team`: any group of people or company, so another sign is required
 * - `operation`: the first word of a campaign's name
 * - `naming`: a name follows
 * - `utility`: a tool, if a name is given to it
 * - `flaw`: the named thing is a vulnerability
 * - `thing`: the named thing is none of these
 */
export type NameCue =
  | "group"
  | "team"
  | "malware"
  | "tool"
  | "campaign"
  | "operation"
  | "naming"
  | "utility"
  | "flaw"
  | "thing";

/** Words after a malware word that make it a product's purpose: "Umbra malware protection". */
export const PROTECTION: ReadonlySet<string> = new Set(
  listPhrases(
    `protection, prevention, defense, defence, engine, scanner, insurance, schutz, abwehr`,
  ),
);

/** Phrases by language, separated by commas. `*` matches any ending. To add a language, add an entry. */
export const NAME_CUES: Readonly<Record<string, Cues<NameCue>>> = {
  en: {
    group:
      listPhrases(`threat group, threat groups, threat actor, threat actors, hacking group, hacker group,
      hacker groups, hacking groups, hacking team, hacker collective, hacktivist group, hacktivist collective,
      espionage group, cyberespionage group, cyber espionage group, cyber-espionage group, espionage actor,
      ransomware group, ransomware groups, ransomware gang, ransomware gangs, ransomware operators,
      ransomware operator, ransomware affiliates, ransomware crew, ransomware actors, extortion group,
      extortion gang, cybercrime group, cybercrime gang, cybercriminal group, cybercriminal gang, crime group,
      apt group, apt groups, apt actor, apt, gang, crew, adversary group, intrusion set, intrusion sets,
      actors, operators, affiliates, activity group, activity cluster, threat cluster, threat activity cluster, nation state actor,
      nation state group, state sponsored actor, state sponsored group, initial access broker,
      access broker, hackers`),
    team: listPhrases(`group, collective, actor, cluster, adversary`),
    malware:
      listPhrases(`malware, malware family, malware families, malware strain, ransomware, ransomware family,
      ransomware strain, ransomware variant, ransomware payload, ransomware as a service, raas, backdoor, backdoors, trojan,
      trojans, banking trojan, remote access trojan, remote access tool, rat, rootkit, bootkit, botnet,
      wiper, data wiper, worm, infostealer, information stealer, info stealer, stealer, keylogger, spyware,
      loader, malware loader, downloader, dropper, implant, web shell, webshell, cryptominer, coinminer,
      banker, stager, infector`),
    tool: listPhrases(`exploit kit, phishing kit, hacking tool, hack tool, hacktool, attack tool, phishing as a service,
      post exploitation framework, attack framework, c2 framework, crypter`),
    campaign: listPhrases(
      `campaign, campaigns, attack campaign, phishing campaign, espionage campaign`,
    ),
    operation: listPhrases(`operation`),
    utility: listPhrases(`tool, tools, utility, toolkit, framework, toolset`),
    flaw: listPhrases(`vulnerability, vulnerabilities, flaw, flaws, bug, bugs, exploit, exploits`),
    thing:
      listPhrases(`sandbox, sandboxes, machine, machines, export, exports, service, services, system, project, file, files, domain, function, functions, technique, person,
      activist, company, companies, organization, library, class, classes, value, parameter, process, mutex,
      module, plugin, component, account, user, folder, directory, variable, forum, market, marketplace, site,
      website, channel, method, field, key, string, script, task,
      resource, section, server, protocol, algorithm, book, report, article, paper, event, command, attachment,
      document, archive, feature, researcher, analyst, vendor, firm, man, citizen, individual, admin, moderator,
      app, application, table, device, self-identified as, introduced as, router, attack, attacks, developer, developers`),
    naming:
      listPhrases(`called, dubbed, named, nicknamed, codenamed, code-named, tracked as, tracks as, track as,
      known as, referred to as, refer to as, refers to as, calls itself, calling itself, designated as, aka,
      a.k.a., which we call, that we call, we call, is calling, are calling, identified as, who go by, goes by the name,
      goes by the name of, by the name of, we named, we dubbed, detected as, we track as`),
  },
  de: {
    group:
      listPhrases(`Hackergruppe, Angreifergruppe, Ransomware-Gruppe, Ransomware-Bande, Erpressergruppe, APT-Gruppe,
      Tätergruppe, Gruppierung, Hackerbande, Cyberspionagegruppe, Bedrohungsakteur*, Erpresserbande`),
    team: listPhrases(`Gruppe, Bande, Akteur*`),
    malware:
      listPhrases(`Schadsoftware, Schadprogramm*, Trojaner*, Hintertür, Erpressungstrojaner, Erpressersoftware,
      Verschlüsselungstrojaner, Wurm, Banking-Trojaner, Schadcode`),
    tool: listPhrases(`Hackertool, Angriffswerkzeug`),
    campaign: listPhrases(`Kampagne, Angriffskampagne, Spionagekampagne`),
    flaw: listPhrases(`Schwachstelle, Schwachstellen, Sicherheitslücke, Sicherheitslücken, Lücke`),
    naming: listPhrases(
      `namens, genannt, bekannt als, bezeichnet als, getauft, mit dem Namen, unter dem Namen`,
    ),
  },
  fr: {
    group: listPhrases(`groupe de hackers, groupe de pirates, groupe de cybercriminels, groupe APT,
      groupe d'attaquants, groupe de rançongiciel, groupe de ransomware, groupe d'espionnage,
      mode opératoire d'attaque, gang`),
    team: listPhrases(`groupe, acteur, collectif`),
    malware:
      listPhrases(`logiciel malveillant, maliciel, rançongiciel, porte dérobée, cheval de Troie, ver, chargeur,
      logiciel espion, voleur d'informations, code malveillant`),
    tool: listPhrases(`outil de piratage`),
    campaign: listPhrases(`campagne`),
    operation: listPhrases(`opération`),
    flaw: listPhrases(`vulnérabilité, vulnérabilités, faille, failles`),
    naming:
      listPhrases(`appelé, appelée, nommé, nommée, dénommé, dénommée, baptisé, baptisée, surnommé, surnommée,
      connu sous le nom de, connue sous le nom de, connu sous le nom, suivi sous le nom de, suivi sous le nom`),
  },
  es: {
    group:
      listPhrases(`grupo de hackers, grupo de ciberdelincuentes, grupo de ciberespionaje, grupo de ransomware,
      grupo APT, banda de ransomware, actor de amenazas, grupo de amenazas, grupo cibercriminal`),
    team: listPhrases(`grupo, banda, actor, colectivo`),
    malware:
      listPhrases(`programa malicioso, software malicioso, código malicioso, puerta trasera, troyano, gusano,
      cargador, programa espía, ladrón de información, troyano bancario`),
    tool: listPhrases(`herramienta de hacking`),
    campaign: listPhrases(`campaña`),
    operation: listPhrases(`operación`),
    flaw: listPhrases(`vulnerabilidad, vulnerabilidades, fallo, fallos`),
    naming:
      listPhrases(`llamado, llamada, denominado, denominada, bautizado como, bautizada como, conocido como,
      conocida como, apodado, apodada, rastreado como, identificado como, identificada como, con el nombre de`),
  },
  ru: {
    group:
      listPhrases(`хакерск* группировк*, группировк*, кибергруппировк*, хакерск* групп*, кибершпионск* групп*,
      APT-групп*, APT-группировк*, преступн* групп*, группировк* вымогателей`),
    team: listPhrases(`группа, группы, группой, группе, группу, команда`),
    malware:
      listPhrases(`вредонос*, вредоносн* программ*, вредоносное ПО, бэкдор*, троян*, троянец*, троянск* программ*,
      шифровальщик*, вымогател*, программ* вымогател*, руткит*, ботнет*, загрузчик*, стилер*, червь, вайпер*,
      имплант*, кейлоггер*, шпионск* программ*, дроппер*`),
    tool: listPhrases(`инструмент взлома`),
    campaign: listPhrases(`кампани*`),
    operation: listPhrases(`операция`),
    flaw: listPhrases(`уязвимост*, эксплойт*`),
    naming:
      listPhrases(`под названием, под именем, известн* как, назван*, именуем*, получивш* название, отслеживаем* как,
      по имени`),
  },
  zh: {
    group:
      listPhrases(`黑客组织, 攻击组织, 威胁组织, APT组织, 勒索软件组织, 勒索组织, 勒索团伙, 黑客团伙, 黑产团伙, 攻击团伙, 威胁行为者,
      网络犯罪团伙, 间谍组织, 犯罪组织`),
    team: listPhrases(`组织, 团伙`),
    malware:
      listPhrases(`恶意软件, 恶意软件家族, 恶意程序, 勒索软件, 勒索病毒, 木马, 远控木马, 银行木马, 后门, 后门程序, 蠕虫, 蠕虫病毒,
      僵尸网络, 窃密木马, 窃密软件, 窃密程序, 间谍软件, 挖矿木马, 加载器, 下载器, 擦除器`),
    tool: listPhrases(`漏洞利用工具包`),
    campaign: listPhrases(`攻击活动, 行动`),
    flaw: listPhrases(`漏洞`),
    naming: listPhrases(`名为, 称为, 被称为, 命名为, 追踪为, 跟踪为, 又名, 别名, 代号, 称作, 叫做`),
  },
};

/** Endings of one-word malware names. `sure` ones suffice, `likely` ones need another sign. */
export const GLUED_ENDINGS: ReadonlyMap<string, "sure" | "likely"> = new Map([
  ["RAT", "sure"],
  ["Stealer", "sure"],
  ["Backdoor", "sure"],
  ["Ransomware", "sure"],
  ["Wiper", "sure"],
  ["Rootkit", "sure"],
  ["Keylogger", "sure"],
  ["Worm", "sure"],
  ["Bot", "sure"],
  ["Loader", "likely"],
  ["Locker", "sure"],
  ["Miner", "likely"],
  ["Dropper", "likely"],
  ["Downloader", "likely"],
  ["Trojan", "likely"],
  ["Ransom", "likely"],
  ["Malware", "likely"],
]);
