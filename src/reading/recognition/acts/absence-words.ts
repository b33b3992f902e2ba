// Patterns for stopped actions, actions without result, and missing features, which `negation.ts` adds to its own. Each
// excludes only its own clause.

/** Defenses that stop an action. */
const GUARD =
  "gateways?|filters?|filtering|polic(?:y|ies)|firewalls?|edr|xdr|antivirus|anti-?virus|anti-?malware|av|proxy|proxies|sandbox|defen[cs]es?|defender|falcon|agents?|sensors?|products?|solutions?|controls?|rules?|mfa|authentication|smartscreen|amsi|applocker|scanners?|scanning|quarantine|settings?|allow-?lists?|whitelist|segmentation|protection|safelinks|(?:security|response|help|it|soc|blue) (?:team|desk)|operating system|kernel|gatekeeper|mail (?:server|system)";

/** Stopped only at first, or undone later: "was blocked at first", "until they turned it off". */
const ONLY_AT_FIRST = String.raw`(?![^.;]{0,60}\b(?:at first|initially|until|but|before (?:they|it|the)|so (?:they|it|the)|which (?:is|was) why|only (?:after|once|when))\b)`;

/** The adversary of a stopped action. */
export const ACTOR =
  "(?:it|they|he|she|(?:APT|FIN|UNC|TA|UAC-|Storm-)\\d+|(?:\\w+ )?(?:actors|attackers|operators|affiliates)|(?:the|any|these|this|that) (?:\\w+ ){0,2}(?:actors?|attackers?|adversar(?:y|ies)|intruders?|operators?|affiliates?|group|gang|hackers?|crew|malware|ransomware|payload|loader|dropper|stealer|trojan|worm|wiper|encryptor|backdoor|implant|variant|encryption|exfiltration|damage|attack))";

/** Parts that a program may lack. */
const ROUTINE =
  "code|routines?|functions?|functionality|modules?|logic|features?|capabilit(?:y|ies)|commands?|means|mechanisms?|components?|methods?|instructions?";

export const ABSENCE: readonly string[] = [
  // Stopped: "were blocked by the policy", "ended in quarantine".
  String.raw`\b(?:was|were|got|been|is|are|being) (?<!\b(?:initially|first|once|not|never|if|when|avoid|until) \w+ )(?:(?!not\b|never\b)\w+ly |all |each |soon )?(?:blocked|stopped|prevented|thwarted|foiled|caught|quarantined|intercepted|rejected|refused|denied|halted|filtered(?: out)?|dropped|turned away|contained|killed) (?:\w+ly )?(?:by|at|in) (?!the (?:actors?|attackers?|malware|group|ransomware)\b)(?:\w+['’]s )?(?:[\w-]+ ){0,4}(?:${GUARD})\b${ONLY_AT_FIRST}`,
  String.raw`\b(?:gateway|firewall|edr|antivirus|policy|sandbox|defender|filter|proxy|agent) (?:\w+ly |had |has )?(?:blocked|stopped|prevented|thwarted|foiled|caught|quarantined|intercepted|rejected|refused|denied|killed) (?!by\b|from\b)${ONLY_AT_FIRST}`,
  String.raw`\b(?:came|come|comes|led|amounted) to nothing\b|\b(?:was|were|proved|remained|went|ended) (?:unsuccessful|in vain|fruitless|futile|without (?:success|effect|result))\b${ONLY_AT_FIRST}`,
  String.raw`\bto no avail\b|\bin vain\b${ONLY_AT_FIRST}`,
  // Stopped in time: "before they could encrypt".
  String.raw`\bbefore ${ACTOR} (?:(?:could|was able to|were able to|managed to|had (?:a|any) chance to|got (?:a|the) chance to|had time to)) (?!be (?:\w+ly )?(?:detected|noticed|seen|found|collected|analy\w+|traced|removed|deleted|stopped|blocked|caught|read|recovered|identified|removed)\b)\w+`,
  // Without result: "none was delivered".
  String.raw`\bnone (?:of (?:the|these|those|them|its|their)(?: \w+){0,3} )?(?:(?:was|were|is|are|has|have|had|could|ever|been|be|ever been) ){1,3}(?:\w+ly )?(?:delivered|opened|clicked|answered|executed|run|sent|reached|stolen|taken|copied|encrypted|used|installed|dropped|downloaded|uploaded|activated|exfiltrated|successful|deployed|exploited|compromised|infected|triggered|accessed|implemented|present)\b|\bnone (?:got|made it|reached|succeeded|worked|went|came) (?:through|in|past|to|into|out|as|anywhere|\w+)\b`,
  // Missing in the program: "lacks any code for", "contains no routine".
  String.raw`\b(?:lacks?|lacked|lacking|misses|missed|(?:is|are|was|were) (?:missing|void of|devoid of|free of)|devoid of|does without|do without) (?:any |the |all |both |such )?(?:\w+ ){0,2}(?:${ROUTINE}) (?:for|to|that|of|with|which)\b`,
  String.raw`\b(?:contains?|contained|has|have|had|holds?|held|includes?|included|carr(?:y|ies|ied)|ships? with|comes? with|came with|implements?|offers?|offered|knows?|with|(?:is|are) there|there (?:is|are|was|were)) (?:no|not any|neither an?|none of the) (?!other\b|new\b|more\b|additional\b|further\b|known\b|longer\b)(?:[\w-]+ ){0,3}(?:${ROUTINE})\b`,
  String.raw`\bmakes? no (?:attempts?|efforts?|use|provision)\b|\bmade no (?:attempts?|efforts?|use)\b(?! to (?:hide|conceal|cover|disguise|mask))`,
  // Present but unused. The same sentence names the capability before.
  String.raw`\b(?:functions?|code|routines?|modules?|features?|commands?|exports?|imports?|class(?:es)?|methods?|branch(?:es)?|librar(?:y|ies)|options?)\b(?! (?:that|which) (?:\w+ ){0,4}(?:is|are|was|were) never)[^.;]{0,120}\b(?:is|are|was|were) (?:never|nowhere|not(?: actually| ever)?) (?:called|invoked|reached|referenced|triggered|executed|used)\b`,
  // An earlier version had it and this one does not. Neither clause describes activity of the current program.
  String.raw`^[^.;]*?\b(?:has|have|contains?|holds?|shows?|includes?|carries|implements?|knows?) (?:neither|no such|none of (?:these|those|the two)) (?:routines?|functions?|features?|modules?|capabilit(?:y|ies)|mechanisms?|code|behaviou?rs?)\b`,
];
