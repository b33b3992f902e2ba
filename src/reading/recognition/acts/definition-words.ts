// What a technology is: patterns of definitions, which `judge-sentences.ts` asks for.

/** What a technology is. */
const IS_A =
  /(?:^|[.:;]\s)[^\p{L}\d]*(?!(?:[Tt]his|[Tt]hese|[Tt]hat|[Tt]hose|[Ii]ts?|[Oo]ne|[Tt]heir|[Tt]here|[Hh]ere|[Aa]nother|[Oo]ur|[Ss]ome)\b)(?![Tt]he \p{Ll})(?:[\p{L}\d][\p{L}\d.()/+'’-]*\s+){1,8}?(?:(?:is|are)\s+(?:an?|the|one of the)|refers to|stands for|means|describes|are)\s+(?:(?:an?|the|any|when|where|how)\s+)?(?:[\p{L}\d-]+,?\s+){0,5}?(?:protocols?|phone ?book|frameworks?|languages?|shells?|features?|services?|utilit(?:y|ies)|components?|technolog(?:y|ies)|standards?|mechanisms?|interfaces?|techniques?|methods?|process(?:es)? (?:of|that|which)|practice|operating systems?|formats?|systems?|databases?|apis?|librar(?:y|ies)|types? of|forms? of|means of|way (?:to|of)|act of|art of|collection of|set of|requests? (?:that|which)|headers?|identifiers?|software|interpreters?|environments?|engines?|tools? (?:built|included|that comes|in windows|from microsoft))(?!\p{L})/u;
const IS_SOME =
  /^[^\p{L}\d]*(?![^.]{0,30}\b(?:this|these|those|following|one of)\b)(?!\S+\.\p{Ll}{2,4}\s)(?:an? |the )?(?:[(\p{L}\d][\p{L}\d.()/+'’-]*\s+){1,6}?(?:(?:is|are) (?:an? )?(?:kind|type|form|class|piece|category|sort)s? of|(?:is|are) (?:malicious )?software (?:that|which)|is an? (?:\p{Ll}+ ){0,2}(?:script|program|product|application|file|account|list|token|key) (?:that|which|on|for|with|of)|(?:lets?|allows?|enables?) (?:users|administrators|admins|applications|programs|developers|you|remote users|a remote user)(?!\p{L})|provides? (?:an?|the) (?:\p{Ll}+ ){0,3}(?:interface|framework|mechanism|way|service)|(?:enforces|routes traffic|stores the|keeps the|holds the))/iu;

/** Who a definition is not about: then it tells what they did with it. */
const SOMEBODY =
  /\b(?:the|these|this|those|its?|their|his|said) (?:\w+ ){0,2}(?:actors?|attackers?|adversar(?:y|ies)|groups?|gang|operators?|hackers?|intruders?|malware|backdoor|trojan|implant|loader|dropper|ransomware|payload|samples?|stealer|worm|botnet|campaign|variant|threat|rat|binary|dll|executable|script)\b|\b(?:backdoor|trojan|malware|malicious|lure|decoy|post-exploit\w*|offensive|hacking|ransomware|loader|dropper|stealer|implant|worm|botnet|keylogger|rootkit|rat|downloader|spyware|bot|web ?shell|victim(?:'s|’s|s)?|observed|they|we|our|infected|compromised|it (?:also|then|can|will|uses|has))\b|\b(?:apt|fin|unc|ta|temp|storm|dev)[- ]?\d/iu;

/** Kinds of malware and of attacks, said of any: "Ransomware is malicious software that …". */
const KIND =
  /^[^\p{L}\d]*(?:an? )?(?:ransomware|malware|spyware|adware|web ?shells?|backdoors?|trojans?|botnets?|rootkits?|bootkits?|key ?loggers?|worms?|loaders?|droppers?|info ?stealers?|stealers?|phishing|spear ?phishing|vishing|smishing|malvertising|credential stuffing|password spraying|brute[- ]forc(?:e|ing)(?: attacks?)?|(?:dns |protocol )?tunnell?ing|process injection|lateral movement|privilege escalation|exfiltration|persistence)(?: \([^)]{1,40}\))? (?:is|are|refers? to|means|describes?)\s(?!(?:also |then |being |been |later |often |typically |usually )?\p{Ll}+(?:ed|en|ing)\b)/iu;

/** "In a password spray, …", "… is part of Windows". */
const ANY_ATTACK =
  /^[^\p{L}\d]*(?:in|during|with) an? (?:typical |classic |successful )?(?:[\p{L}-]+ ){0,3}(?:attack|spray|spraying|stuffing|scam|swap|phish|relay|campaign of this kind), (?:an?|the|one) \p{L}+/iu;
const PART_OF =
  /^[^\p{L}\d]*(?:[\p{L}-]+ ){1,3}means (?:that|to)\b|\b(?:is|are|comes|ships) (?:a )?(?:part of|built into|included (?:in|with)|shipped with|with) (?:every |all |modern |Microsoft )*(?:Windows|Linux|macOS|Unix|the operating system)\b|\bis (?:an?|the|\p{Lu}\w+['’]s) implementation of\b/iu;

/** "Domain generation algorithms produce …", "An access token describes …": any of them does. */
const GENERAL =
  /^[^\p{L}\d]*(?:[Nn]ote:\s*)?(?:[Aa]n? (?:(?:[\p{L}\d-]+ ){0,3}?(?:cop(?:y|ies)|tokens?|tickets?|certificates?|hash|hive|cookie|registry|database|table|record|log|protocol) (?:contains|holds|stores)|(?:[\p{L}\d-]+ ){1,4}?(?:describes|represents|identifies|defines|specifies|encapsulates))|\p{Lu}[\p{L}-]+ (?:[\p{Ll}\d-]+ ){0,3}?(?:algorithms|protocols|tokens|tickets|certificates|hashes|cookies|keys|records|services|interfaces|objects|policies|functions|libraries|archives|shells|proxies) (?:produce|provide|contain|store|describe|define|allow|let|enable|hold|identify|represent|translate|authenticate|prove|map|link))\s(?!(?:\p{Ll}+ ){0,3}(?:payload|shellcode|implant|beacon|config|actors?|attackers?|adversar|group|malware|operators?|backdoor))/u;
/** "A cross-platform framework made up of …", without a verb of its own: a row of a table of terms. */
const TERM =
  /^[^\p{L}\d]*an? (?:[\p{L}\d-]+ ){0,5}?(?:protocol|framework|solution|language|interface|standard|format|operating system|environment|platform|directory|mechanism)s? (?:made up of|consisting of|composed of|(?:that|which) (?:is|are|provides?|allows?|lets?|enables?|helps?|manages?|stores?)|(?:used|designed|intended) (?:to|for|by)|for)\b/iu;
/** Tools that hunt what an attacker would hide. */
const CLEANER =
  /\b(?:remov\w+|detect\w*)(?:,? (?:and|or|as well as) (?:remov\w+|detect\w*|analy\w+))* (?:of )?(?:rootkits?|bootkits?)\b/iu;

/** Whether a sentence says what a technology is: "… is the phone book of the Internet". */
export function isDefinition(sentence: string): boolean {
  if (KIND.test(sentence) || GENERAL.test(sentence)) return true;
  if (TERM.test(sentence) && !SOMEBODY.test(sentence) && !OFFENSIVE.test(sentence)) return true;
  if (ANY_ATTACK.test(sentence)) return true;
  if (PART_OF.test(sentence) && !SOMEBODY.test(sentence)) return true;
  if (CLEANER.test(sentence) && !DISABLES.test(sentence)) return true;
  return (IS_A.test(sentence) || IS_SOME.test(sentence)) && !SOMEBODY.test(sentence);
}

/** What an attacker's own tool is for. */
const OFFENSIVE = /exploit|penetration|pen-?test|attack|credential|password|exfiltrat|remote/iu;
/** What a cleaner was misused for. */
const DISABLES = /\b(?:disabl|terminat|kill|bypass|evad|stop)\w*/iu;
