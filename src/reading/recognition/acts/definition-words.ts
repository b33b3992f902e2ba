// Patterns of definitions of technologies, for `judge-sentences.ts`.

import { anyOf } from "./any-of.ts";

/** Defines a technology. */
const IS_A =
  /(?:^|[.:;]\s)[^\p{L}\d]*(?!(?:[Tt]his|[Tt]hese|[Tt]hat|[Tt]hose|[Ii]ts?|[Oo]ne|[Tt]heir|[Tt]here|[Hh]ere|[Aa]nother|[Oo]ur|[Ss]ome)\b)(?![Tt]he \p{Ll})(?:[\p{L}\d][\p{L}\d.()/+'’-]*\s+){1,8}?(?:(?:is|are)\s+(?:an?|the|one of the)|refers to|stands for|means|describes|are)\s+(?:(?:an?|the|any|when|where|how)\s+)?(?:[\p{L}\d-]+,?\s+){0,5}?(?:protocols?|phone ?book|frameworks?|languages?|shells?|features?|services?|utilit(?:y|ies)|components?|technolog(?:y|ies)|standards?|mechanisms?|interfaces?|techniques?|methods?|process(?:es)? (?:of|that|which)|practice|operating systems?|formats?|systems?|databases?|apis?|librar(?:y|ies)|types? of|forms? of|means of|way (?:to|of)|act of|art of|collection of|set of|requests? (?:that|which)|headers?|identifiers?|software|interpreters?|environments?|engines?|tools? (?:built|included|that comes|in windows|from microsoft))(?!\p{L})/u;
const IS_SOME =
  /^[^\p{L}\d]*(?![^.]{0,30}\b(?:this|these|those|following|one of)\b)(?!\S+\.\p{Ll}{2,4}\s)(?:an? |the )?(?:[(\p{L}\d][\p{L}\d.()/+'’-]*\s+){1,6}?(?:(?:is|are) (?:an? )?(?:kind|type|form|class|piece|category|sort)s? of|(?:is|are) (?:malicious )?software (?:that|which)|(?:is an?|are) (?:[\p{Ll}-]+ ){0,3}(?:script|program|packer|archiver|snapshots|support tools|admin(?:istration)? tools|product|application|file|account|list|token|key) (?:that|which|on|for|with|of)|(?:lets?|allows?|enables?) (?:users|an? user|an? administrator|administrators|admins|applications|programs|developers|you|remote users|a remote user)(?!\p{L})|(?:provides?|offers?|gives?) (?:an?|the) (?:\p{Ll}+ ){0,3}(?:interface|framework|mechanism|way|service)|(?:enforces|routes traffic|stores the|keeps the|holds the))/iu;

/** "X is the most widely used mail server": about a product, not a threat. */
const MOST_USED =
  /^[^\p{L}\d]*(?:[\p{L}\d.-]+ ){1,5}(?:is|are|remains?) (?:still |by far )?(?:one of )?the (?:most|best|world['’]s most) (?:[\p{L}-]+ ){0,2}(?:used|deployed|popular|common|widespread|installed|known) (?:[\p{L}-]+ ){0,3}(?:servers?|clients?|browsers?|suites?|platforms?|products?|director(?:y|ies)|hypervisors?|applications?|programs?|firewalls?|gateways?|archivers?|editors?)(?!\p{L})/iu;

/** Parts of every system: protocols, directories, services. Excludes programs that run any code. */
const BUILT_IN =
  "DNS|DHCP|LDAP|Kerberos|NTLM|SMB|SNMP|SMTP|IMAP|FTP|SFTP|SSH|TLS|IPsec|BGP|HTTPS?|OAuth|SAML|RADIUS|WebDAV|NetBIOS|LLMNR|DCOM|UAC|AMSI|BitLocker|Gatekeeper|Active Directory|Entra ID|Group Policy|Windows Update|SharePoint|Exchange|Docker|Kubernetes|systemd|launchd|cron|sudo";
const SERVICE = String.raw`[Tt]he (?:\p{Lu}[\p{L}\d-]* |of ){1,5}(?:Service|Protocol|Server|Manager|Subsystem|Scheduler|Store|Registry|Spooler|Directory|Authority)`;
const SOFTWARE =
  "[Aa]n? (?:[\\p{Ll}-]+ )?(?:package manager|browser|mail server|name server|proxy|hypervisor|compiler|scheduler|domain controller|firewall|password manager|debugger|boot ?loader|load balancer|router|switch|interpreter|linker|garbage collector|resolver|mail client|directory|print server|backup program|archiver|virtual machine|container|sandbox)";
/** General objects: bare plurals and people in general, as in "updates", "names that people remember". */
const ANYTHING = String.raw`(?:\p{Ll}+ ){0,3}?(?:(?<! (?:the|its|this|these|their|two|three|several) )\p{Ll}{3,}(?<!ss|us|is)s|software|traffic|users|mail|data|memory|access)(?!\p{L})`;
const DOES = new RegExp(
  String.raw`^[^\p{L}\d]*(?:(?:${BUILT_IN})|${SERVICE}|${SOFTWARE}) (?:(?:also|then|only|usually|normally) )?(?!(?:is|was|has|does|sites|servers|logs|records|hosts|shares|tickets|keys|clusters|queries|requests|responses|accounts|sessions|tunnels|tokens|hashes|credentials|databases|files|lists|logins|settings|objects|groups|zones|names|mails|messages)\b)\p{Ll}{2,}s ${ANYTHING}`,
  "u",
);
/** A specific machine or server of someone, which indicates activity. */
const PARTICULAR =
  /\b(?:hxxps?|https?):|\d+\[?\.\]?\d+\[?\.\]?\d+|\\|\.(?:exe|dll|ps1|bat|vbs|js|hta|zip|iso|lnk|jar|sh|py)\b|\b(?:c2|c&c|command[- ]and[- ]control|second[- ]stage|stolen|fake|forged|rogue|exfiltrat\w+|attackers?|actors?|adversary|in this (?:case|attack|campaign|incident))\b/i;

/** "PsExec, part of Windows, runs …", "Nmap, a scanner for networks, …". */
const APPOSED =
  /^[^\p{L}\d]*\p{Lu}[\p{L}\d.-]*(?: [\p{Lu}\d][\p{L}\d.-]*){0,3}, (?:(?:a )?(?:part|component|member) of (?:the |every |all )?(?:Sysinternals|Windows|Microsoft|Office|macOS|Linux|GNU|Unix|Apache|Impacket|operating system)[^,]{0,40}|(?:an?|the) (?:[\p{L}-]+ ){0,4}(?:tool|utility|service|protocol|program|editor|archiver|client|scanner) (?:from|by|of) (?:Microsoft|Apple|Google|Oracle|Cisco|VMware|the (?:operating )?system)[^,]{0,40}|the (?:\p{Lu}\p{Ll}+ ){1,5}(?:Service|Protocol|Server|Manager|Interface|Language|Format)), (?!(?:is|was|has|does)\b)\p{Ll}{2,}s /u;

/** "A drive-by download takes place when …", "the term means …". */
const WHENEVER =
  /^[^\p{L}\d]*an? (?:[\p{L}-]+ ){0,4}(?:attacks?|downloads?|overflows?|hijack\w*|injections?|collisions?|poisoning|relay|spray\w*|scams?|takeovers?|escapes?|race conditions?|replay|spoofing|stuffing|squatting|leak) (?:takes? place|happens?|occurs?|arises?|exists?|is (?:when|where|if)) (?:when|whenever|if|where|as soon as|an?\b)/iu;
const WORD_FOR =
  /^[^]*?\b(?:the|this) (?:word|term|acronym|abbreviation|expression|notion) (?:[\p{L}“”"'‘’-]+ ){0,4}?(?:stands|means|refers|denotes|describes|covers|comes|goes back|was coined)\b|\bis (?:also )?(?:the|another|an?|short|shorthand|slang|jargon) (?:general |common |generic |umbrella )?(?:term|word|name|expression|shorthand|jargon|short)? ?for (?:any|all|an?|the (?:act|practice|art|theft|use))\b|\bby (?!(?:means|way)\b)[\p{L} -]{3,40} (?:we|one|the field|analysts|people|is|are) (?:mean|means|understand|understands|meant|understood)\b/iu;

/** Actors that a definition never mentions. With one of them, the sentence describes their use of it. */
const SOMEBODY =
  /\b(?:the|these|this|those|its?|their|his|said) (?:\w+ ){0,2}(?:actors?|attackers?|adversar(?:y|ies)|groups?|gang|operators?|hackers?|intruders?|malware|backdoor|trojan|implant|loader|dropper|ransomware|payload|samples?|stealer|worm|botnet|campaign|variant|threat|rat|binary|dll|executable|script)\b|\b(?:backdoor|trojan|malware|malicious|lure|decoy|post-exploit\w*|offensive|hacking|ransomware|loader|dropper|stealer|implant|worm|botnet|keylogger|rootkit|rat|downloader|spyware|bot|web ?shell|victim(?:'s|’s|s)?|observed|they|we|our|infected|compromised|it (?:also|then|can|will|uses|has))\b|\b(?:apt|fin|unc|ta|temp|storm|dev)[- ]?\d/i;

/** Kinds of malware and attacks in general: "Ransomware is malicious software that …". */
const KIND =
  /^[^\p{L}\d]*(?:an? )?(?:ransomware|malware|spyware|adware|web ?shells?|backdoors?|trojans?|botnets?|rootkits?|bootkits?|key ?loggers?|worms?|loaders?|droppers?|info ?stealers?|stealers?|phishing|spear ?phishing|vishing|smishing|malvertising|credential stuffing|[\p{L}-]+ (?:spraying|hollowing|hijacking|smuggling|squatting|side-?loading|stomping|poisoning)|kerberoasting|side-?loading|brute[- ]forc(?:e|ing)(?: attacks?)?|(?:dns |protocol )?tunnell?ing|process injection|lateral movement|privilege escalation|exfiltration|persistence)(?: \([^)]{1,40}\))? (?:(?:refers? to|means|describes?|tries|relies on|works by)\s|(?:is|are)\s(?!(?:also |then |being |been |later |often |typically |usually )?\p{Ll}+(?:ed|en|ing)\b))/iu;

/** "In a password spray, …", "… is part of Windows". */
const ANY_ATTACK =
  /^[^\p{L}\d]*(?:in|during|with) an? (?:typical |classic |successful )?(?:[\p{L}-]+ ){0,3}(?:attack|spray|spraying|stuffing|scam|swap|phish|relay|campaign of this kind), (?:an?|the|one) \p{L}+/iu;
const PART_OF = anyOf(
  /^[^\p{L}\d]*(?:[\p{L}-]+ ){1,3}means (?:that|to)\b/iu,
  /\b(?:is|are|comes|ships) (?:a )?(?:part of|built into|included (?:in|with)|shipped with|with) (?:every |all |modern |Microsoft )*(?:Windows|Linux|macOS|Unix|the operating system)\b|\bis (?:an?|the|[a-z]\w+['’]s) implementation of\b|\bbelongs? to (?:the |every |all )?(?:Sysinternals|Windows|Microsoft|Office|macOS|Linux)\b/i,
);

/** General statements: "Domain generation algorithms produce …", "An access token describes …". */
const GENERAL =
  /^[^\p{L}\d]*(?:[Nn]ote:\s*)?(?:[Aa]n? (?:(?:[\p{L}\d-]+ ){0,3}?(?:cop(?:y|ies)|tokens?|tickets?|certificates?|hash|hive|cookie|registry|database|table|record|log|protocol) (?:contains|holds|stores)|(?:[\p{L}\d-]+ ){1,4}?(?:describes|represents|identifies|defines|specifies|encapsulates))|\p{Lu}[\p{L}-]+ (?:[\p{Ll}\d-]+ ){0,3}?(?:algorithms|protocols|tokens|tickets|certificates|hashes|cookies|keys|records|services|interfaces|objects|policies|functions|libraries|archives|shells|proxies) (?:produce|provide|contain|store|describe|define|allow|let|enable|hold|identify|represent|translate|authenticate|prove|map|link))\s(?!(?:\p{Ll}+ ){0,3}(?:payload|shellcode|implant|beacon|config|actors?|attackers?|adversar|group|malware|operators?|backdoor))/u;
/** "A cross-platform framework made up of …", without a main verb: a row of a table of terms. */
const TERM =
  /^[^\p{L}\d]*an? (?:[\p{L}\d-]+ ){0,5}?(?:protocol|framework|solution|language|interface|standard|format|operating system|environment|platform|directory|mechanism)s? (?:made up of|consisting of|composed of|(?:that|which) (?:is|are|provides?|allows?|lets?|enables?|helps?|manages?|stores?)|(?:used|designed|intended) (?:to|for|by)|for)\b/iu;
/** Tools that detect what attackers hide. */
const CLEANER =
  /\b(?:remov\w+|detect\w*)(?:,? (?:and|or|as well as) (?:remov\w+|detect\w*|analy\w+))* (?:of )?(?:rootkits?|bootkits?)\b/i;

/** "In the slang of the trade, a rootkit was a set of programs that …", whatever the programs did. */
const KIND_OF =
  /^[^\p{L}\d]*(?:(?:in|for|among|to) [^,.]{3,60}, )?an? (?:[\p{L}-]+ ){1,3}(?:is|was) an? (?:\p{Ll}+ )?(?:set|kind|type|form|class|category|collection|name|word|term|piece|technique|method|attempt|way|sort)(?: of| to| for| by| that| which| in)\s/iu;
/** References to actors mentioned before, or to this report. */
const HERE =
  /\b(?:the|these|this|those|its|their|his|our) (?:\w+ ){0,2}(?:actors?|attackers?|adversar(?:y|ies)|groups?|gang|operators?|hackers|malware|backdoor|trojan|implant|loader|dropper|ransomware|payload|samples?|stealer|worm|botnet|campaign|variant|binary|dll|executable|script|victims?)\b|\b(?:they|we|observed|used by|seen in)\b|\b(?:apt|fin|unc|ta|temp|storm|dev)[- ]?\d/i;

/**
 * Returns whether a sentence is a definition, even with a verb that reads like an action: "The Spooler service prints
 * documents while …", "… takes place when somebody downloads …".
 */
export function isSureDefinition(sentence: string): boolean {
  if (PARTICULAR.test(sentence)) return false;
  if ((KIND_OF.test(sentence) || WHENEVER.test(sentence)) && !HERE.test(sentence)) return true;
  return DOES.test(sentence) && !SOMEBODY.test(sentence) && !/\b(?:was|were|had)\b/u.test(sentence);
}

/** Returns whether a sentence defines a technology: "… is the phone book of the Internet". */
export function isDefinition(sentence: string): boolean {
  if (KIND.test(sentence) || GENERAL.test(sentence)) return true;
  if (TERM.test(sentence) && !SOMEBODY.test(sentence) && !OFFENSIVE.test(sentence)) return true;
  if (ANY_ATTACK.test(sentence)) return true;
  if (PART_OF.test(sentence) && !SOMEBODY.test(sentence)) return true;
  if ([APPOSED, MOST_USED, WORD_FOR].some((one) => one.test(sentence))) {
    if (!SOMEBODY.test(sentence) && !PARTICULAR.test(sentence)) return true;
  }
  if (CLEANER.test(sentence) && !DISABLES.test(sentence)) return true;
  return (IS_A.test(sentence) || IS_SOME.test(sentence)) && !SOMEBODY.test(sentence);
}

/** Purposes of offensive tools. */
const OFFENSIVE = /exploit|penetration|pen-?test|attack|credential|password|exfiltrat|remote/i;
/** Misuses of a cleaner. */
const DISABLES = /\b(?:disabl|terminat|kill|bypass|evad|stop)\w*/i;
