/** Letters that fonts combine into one glyph, longest first. */
export const LIGATURES: readonly string[] = [
  "ffi",
  "ffl",
  "tti",
  "ff",
  "fi",
  "fl",
  "tt",
  "ti",
  "ft",
  "Th",
];

/**
 * Common words of reports with such letters, used to recognize a lost ligature. A word that is added must not
 * equal another word of the list with a different ligature.
 */
export const LIGATURE_WORDS: ReadonlySet<string> = new Set(
  `office officer officers official officials officially efficient efficiently efficiency sufficient sufficiently
insufficient difficult difficulty difficulties traffic trafficking suffix affiliate affiliates affiliated
affiliation coefficient baffling offline ruffle shuffle shuffled waffle
attition admitting attitude attitudes committing committing emitting getting setting settings hitting letting
permitting sitting splitting submitting transmitting cutting formatting putting resetting
affect affected affecting affects buffer buffers buffered different differently differ differs difference
differences differential differentiate effect effects effective effectively effort efforts effected off offer
offered offering offers offensive offense offset offsets staff staffed stuff stuffing suffer suffered suffers
diff sniff sniffer sniffing suffered payoff payoffs handoff spinoff sheriff tariff tariffs cliff bluff
artifact artifacts certificate certificates certification certified classified classification clarify
confidence confident confidential confidentiality confirm confirmed confirms configure configured configuration
configurations configuring define defined defines definition definitions deficit field fields fifth fight figure
figures file filed filename filenames files fileless filesystem fill filled filter filtered filtering filters
final finally finance financial financially find finding findings finds fine finger fingerprint fingerprints
finish finished firm firms firmware firewall firewalls first five fix fixed fixes identified identifier
identifiers identifies identify identifying modification modifications modified modifies modify modifying
notification notifications notified notify obfuscate profile profiles scientific significant significantly
simplified specific specifically specification specified specifies specify unidentified unmodified verification
verified verify verifying benefit benefits beneficial exfiltrate exfiltrated exfiltrates exfiltrating exfiltration
infiltrate infiltrated infiltration justified manifest manifests prefix prefixes qualified satisfied suffice
terrific traffick unified unspecified wifi fiber fiction classify amplified amplification refine refined
conflict conflicts flag flagged flags flash flat flaw flaws fleet flexible flexibility flight float flood flooding
floor flow flows fluent fluid fly flying influence influenced inflated leaflet overflow overflows overlay reflect
reflected reflective reflects reflection workflow workflows inflict outflow snowflake netflow flavor
attach attached attaches attachment attachments attack attacked attacker attackers attacking attacks attempt
attempted attempting attempts attend attention attract attribute attributed attributes attribution battle better
bottom button buttons committed committee cryptography cutter getter letter letters little matter matters
native omitted pattern patterns permitted platter setter settle settled shutter submitted submittal transmitted
unattended unattributed wattage written rewritten watt wallet buttons latter scattered twitter spotted formatted
botnetted unmatched admitted splitter attested attractive attributable
action actions active actively activities activity additional additionally administration administrative
application applications attention authentication capabilities collection communication communications
compilation connection connections continue continued continues continuing creation critical critically
cybersecuritys description destination detection detections directories distributed distribution
documentation domestic encryption entities escalation estimate estimated execution exploitation extraction
function functions functionality identities identity implementation incentive indication information
initial initially injection installation institution institutions instruction instructions intelligence
investigation legitimate location locations malicious mitigation mitigations motivated motivation multiple
multi nation national nations noticed notice operation operational operations option options organization
organizations organisation participant particular particularly partial patient persistence position potential
potentially practice practices prevention production protection publication question reconnaissance
recommendation recommendations reputation section sections security session solution solutions static
station statistic statistics sufficiently tactic tactics tailored technical technique techniques time times
timestamp timestamps timing title titled translation until utility utilities utilize utilized validation
victim victims virtual virtually negotiation exploitational executive effectively objective objectives
defensive repetitive sensitive
after aftermath craft crafted draft drafted drift gift left lift often shift shifted shifting soft software
swift theft thefts crafting aircraft microsoft spacecraft leftover
The Then There These They This Those Three Through Thus Their Them Threat Threats Third That`.split(
    /\s+/,
  ),
);
