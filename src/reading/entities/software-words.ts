const words = (list: string) => new Set(list.split(/\s+/));

/**
 * Names and aliases of software that are also words, names or abbreviations. They count only in ATT&CK's spelling, with
 * a sign of software next to them.
 */
export const ORDINARY_NAMES = words(
  `
  adups agenda akira anchor andromeda anubis apostle aurora avenger backspace bazar binder biscuit
  bookworm bread breut briar bumblebee calendar calisto canopy cannon carbon cerberus chameleon chaos
  charger chopstick circles conti covenant crimson crutch cuba darkmatter deadwood denis disco dok doki
  donut dropshot elise elmer embargo emissary empire epic escobar exodus explosive ferocious flame
  flashflood flipside gazer griffon havoc haymaker hildegard hornbill insomnia james joker judy kevin
  komplex kessel lucifer lurid machete mafalda mandrake mango maze medusa meek meteor milan mori mosquito
  mythic ninja oxide octopus orz page pallas pandora pegasus peppy photo pitstop play plead pony prestige
  proton raindrop ramsay reaver regin remsec reptile responder riptide rover royal ruler samurai scorpion
  shark silence skid sliver snake solar soldier soundbite spaceship spark spica sunbird supernova teardrop
  terracotta textmate tiktok trinity triton turian uppercut vermin viper waterbear wiper zen zipline zlib
  httpclient webhp agent action bubblewrap pipedream lookback matryoshka ps1 brushfire caminho
  trailblaze`.trim(),
);

/** Aliases that are a kind of malware and name nothing. */
export const KINDS = words("wiper");

/** Names of several words that also occur in ordinary sentences. */
export const ORDINARY_PHRASES = new Set([
  "action rat",
  "agent smith",
  "binary validator",
  "black energy",
  "brave prince",
  "cherry picker",
  "corona updates",
  "ghost push",
  "gold dragon",
  "golden cup",
  "green lambert",
  "line dancer",
  "line runner",
  "power loader",
  "quick assist",
  "red alert 2.0",
  "rising sun",
  "skeleton key",
  "stealth mango",
  "token control",
  "unknown logger",
]);

/** Commands whose names are words or abbreviations, with the text that follows when one was run. */
export const COMMANDS: ReadonlyMap<string, RegExp> = new Map([
  ["arp", /^\s{1,2}-[asdgv]\b/i],
  // A viewed share is not a job, which has a time.
  ["at", /^\s{1,2}\\\\[^\s\\]{1,60}\s{1,3}(?:\d{1,2}:\d\d|\/del|\d{1,3}\s)/i],
  ["cmd", /^\s{1,2}\/[ckqrs]\b/i],
  ["expand", /^\s{1,2}(?:-f\b|\S{1,60}\.cab\b)/i],
  ["ftp", /^\s{1,2}-[insv]\b/i],
  [
    "net",
    /^1?\s{1,2}(?:accounts|computer|config|file|group|localgroup|session|share|start|stop|statistics|time|use|user|users|view)\b(?! of\b)/,
  ],
  ["ping", /^\s{1,2}-[anctw]\b/i],
  ["reg", /^\s{1,2}(?:add|compare|copy|delete|export|import|load|query|restore|save)\b/],
  ["route", /^\s{1,2}(?:print|add|delete)\b/],
]);

/** Those with no other meaning in a list of commands, so they need no argument there. */
export const LISTED_COMMANDS = words("arp cmd ping");

/** The start of a list of commands. */
export const COMMAND_LIST =
  /(?:commands?|tools?|utilities|binaries|executables)[\s,:(—–-]{1,3}(?:such as|like|including|e\.g\.,?)\s[^.\n]{0,70}(?<!\b(?:to|can|could|will|would|not)\s)$/iu;

/** System commands. Capitalized and alone on a line, their names are headings of other lists. */
export const UTILITIES = words(
  `
  attrib bitsadmin certutil cmd diskpart dsquery esentutl forfiles ifconfig ipconfig nbtstat netsh netstat nltest
  schtasks systeminfo tasklist wevtutil`.trim(),
);

/** Nouns right before or after an ordinary word that make it a software name. */
export const SOFTWARE_NOUNS = words(
  `
  malware backdoor backdoors trojan rat ransomware loader downloader dropper worm wiper rootkit bootkit
  botnet infostealer stealer implant implants payload payloads beacon beacons framework webshell keylogger
  virus binary executable tool tools toolkit utility variant variants sample samples encryptor encrypter
  decryptor infection infections spyware miner cryptominer module stager proxy c2 post exploitation
  adversary`.trim(),
);

/** Nouns next to single names only. */
export const OWN_NOUNS: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  [
    "tor",
    words(
      `network browser exit node nodes site sites hidden onion service services url via over using
      through from`,
    ),
  ],
]);

/** Ordinary words that are also software names in all capitals. */
export const ALSO_IN_CAPITALS = words("tor");

/** Text right before single names, in addition to general introductions. */
export const OWN_INTRODUCTIONS: ReadonlyMap<string, RegExp> = new Map([
  [
    "tor",
    /(?:onion router["”']?\s{0,2}\(|anonymi[tsz]\p{L}{1,6} (?:networks?|services?|tools?),?\s{1,2}\(?(?:such as|like|including|e\.g\.,?)\s)$/iu,
  ],
]);

/** Verbs right before the name of a tool. */
export const TOOL_VERBS = words(
  "using used uses use via deployed installed downloaded executed ran",
);

/** A list of software or a naming phrase that ends right before a word. */
export const INTRODUCTION =
  /(?:tools?|toolkits?|malware|backdoors?|frameworks?|utilities|utility|ransomware|trojans?|families|software|implants?|loaders?|payloads?),?\s(?:[\p{L}-]{1,20}\s){0,3}?(?:such as|like|including|named|called|dubbed|(?:known|tracked|referred to) as)[\s:]{1,3}(?:[\p{L}\d.-]{1,20},? (?:and |or )?){0,4}["'“‘«]?$/iu;
