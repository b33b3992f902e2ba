// Patterns of sentences without adversary activity, for `judge-sentences.ts`. On the labeled sentences of TRAM's
// reports they exclude almost none.

import { anyOf } from "./any-of.ts";

/** Nouns for defenders, the audience of advice. */
const DEFENDERS =
  "organi[sz]ations?|compan(?:y|ies)|business(?:es)?|enterprises?|users?|customers?|administrators?|admins?|defenders?|(?:security |blue |soc |it )?teams?|analysts?|you|we|employees|agencies|entities|owners?|everyone|vendors?|responders|cisos?|staff|individuals|clients|readers";

/** Verbs of advice that never occur in a list of malware commands. */
const SURE_IMPERATIVES =
  "ensure|deny|rotate (?:all|the|any|your)|reset (?:all|any|your|compromised)|implement|restrict|enforce|consider (?:\\w+ing|an? |the (?:use|need|adoption|implementation|following))|avoid|train|educate|segment|audit|harden|validate|prohibit|require|regularly|familiari[sz]e|adopt|make sure|be (?:aware|careful|cautious|wary)|never (?:open|click|share|reuse)|do not (?:open|click|allow|use|share|reuse|store|expose|run|enable)|don['’]t|use (?:multi|strong|optical|network segmentation|allow|application|least|a firewall|antivirus|phishing)|prioriti[sz]e|properly|routinely|minimi[sz]e|strengthen|subject all|back up (?:all|your|critical|data|important)|keep (?:all|your|software|systems|operating|firmware)|patch (?:all|your|known|systems|software|internet|vulnerab)|limit (?:the use|access|rdp|remote)|reduce (?:the|your)|refrain from|raise awareness|only allow|(?:teach|tell|remind|warn|instruct|encourage|show) (?:all |your )?(?:staff|users|employees|people|colleagues|everyone|everybody|helpdesks?)|(?:archive|export|forward|ship|retain|encrypt|store|collect) (?:all )?your";

/** Verbs of both advice and malware. They need another sign of advice. */
const UNSURE_IMPERATIVES =
  "review|maintain|patch|limit|follow|keep|evaluate|disable|enable|use|block|install|create|monitor|remove|scan|encrypt|configure|update(?! (?:[a-z]+ )?\\d)|check|deploy|apply|change|set|turn off|reset|rotate|identify|protect|isolate|log|store|verify|test|conduct|establish|add|close|uninstall|whitelist|allowlist|allow|deny|filter|replace|upgrade|control|manage|employ|perform|develop|prevent|search|look|hunt|inspect|investigate|alert|detect|document|exercise|secure|treat|report|make|recogni[sz]e";

const ADVICE_SIGNS =
  "to prevent (?!(?:\\w+ ){0,3}(?:recovery|recovering|restor\\w+|decrypt\\w+|analysis|forensic\\w*|detection|the victim))|to (?:reduce|mitigate|protect|limit|block|stop|avoid|minimi[sz]e|defend|harden)|wherever|so (?:that )?(?:nobody|no one|attackers|intruders)|(?:where|whenever|when|if) (?:possible|not (?:needed|required|used)|feasible|appropriate)|unless|least privilege|multi-?factor|mfa|best practices?|unused|unnecessary|unneeded|(?:potentially )?harmful|end.of.life|strong(?:er)? passwords?|across (?:the|your)|your|all (?:users|accounts|systems|devices|endpoints|remote|services)|only (?:to|for|trusted|authori[sz]ed)|optical|allow-?list|software restriction|network segmentation|unauthori[sz]ed|for (?:suspicious|unusual|signs|anomal)|offline|patches|up[- ]to[- ]date|backups|the risk|(?:collect|ship|forward|centrali[sz]e|keep|retain) (?:\\w+ ){0,3}(?:logs?|transcripts?)|to (?:[012]|true|false|enabled|disabled) and (?:reboot|restart)|for at least (?:an? |\\d+ )?(?:year|month|week|day)s?";

const REMEDIES =
  "disabled|blocked|restricted|enabled|monitored|patched|limited|reviewed|enforced|applied|audited|segmented|isolated|updated|logged|reset|rotated|required|avoided|treated|considered|configured|implemented|investigated|hardened|trained|prohibited|disallowed|prevented|mitigated";

/** Matches "the attackers told the victims to …", which is no advice to the reader. */
export const ADVISED_BY_ACTOR =
  /\b(?:advised|instructed|urged|told|encouraged|ordered|prompted)\b[^.]{0,60}\bby (?:the |an? |these |those |their )?(?:attackers?|actors?|threat|adversar|hackers?|criminals?|caller|scammers?|operators?|gang|group|ransom|malware|fake|e-?mail|message|phish)|\b(?:attackers?|actors?|hackers?|operators?|callers?|gang|group|lure|page|message|e-?mail|document|note|malware|they|he|she)\b(?: \w+ed)?(?: then| also| even)? (?:advised?s?|instruct(?:s|ed)?|urge[sd]?|told|tells?|encourage[sd]?|ask(?:s|ed)|recommend(?:s|ed)|prompt(?:s|ed)?)\b/i;

/** Advice after an opening phrase with its object: "On domain controllers, disable the print spooler." */
const IN_THE_MIDDLE = String.raw`^\W*(?:on|for|in|if|where|wherever|whenever|as|at|to|with|first|then|finally|also|until|before|once|after|besides)\b[^,.;:]{0,80}, (?:please )?(?:review|patch|restrict|enforce|rotate|reset|block|monitor|limit|ensure|audit|isolate|verify|require|disable|enable|update|harden|segment|remove|check|consider|avoid|turn (?:on|off)|keep|make sure|treat|revoke) (?:(?:or|and) \w+ )?(?:the|all|any|your|every|each|both|only|these|those|unused|unneeded|unnecessary|legacy|it|them|that|macros|mfa|multi-?factor|smb(?:v1)?|rdp|outbound|inbound)\b`;

export const ADVICE = new RegExp(
  [
    IN_THE_MIDDLE,
    String.raw`\b(?:${DEFENDERS})(?: \w+){0,2}? (?:should|must(?! (?:enter|click|pay|open|contact))|ought to|can (?:help|reduce|mitigate|prevent|protect|defend|limit|block|disable|restrict|enable|apply|take|implement|configure)|(?:are|is) (?:strongly |highly )?(?:advised|encouraged|urged|recommended)|may (?:want|wish) to)\b`,
    String.raw`\b(?:should|must|needs? to)(?: also| always| only)? be (?:\w+ly )?(?:${REMEDIES})\b`,
    String.raw`\b(?:we|i|cisa|fbi|nsa|microsoft|authors|agencies|researchers|experts?|vendors?)(?: \S+){0,4} (?:recommends?|advises?|urges?|suggests? (?:that|\w+ing)|encourages?)\b`,
    String.raw`\b(?:it is|is|are|be) (?:strongly |highly )?(?:recommended|advised|advisable|imperative|good practice|(?:important|essential|critical|crucial) to (?!note|mention|remember|understand|point out|know|stress|highlight)|best practice)\b`,
    String.raw`\b(?:we|strongly|highly) recommend(?:ed)?\b|\brecommend(?:s|ed)? (?:that|to|the following|\w+ing)\b|\brecommendations?:`,
    String.raw`\b(?:to|can|could|would|will|helps?|helping|may) (?:help )?(?:mitigate|protect (?:against|from|your|the organi)|defend|guard against|reduce (?:the |your )?(?:risk|likelihood|impact|threat|chance|attack surface)|prevent (?:such|this (?:technique|attack|type|threat)|these (?:attacks|techniques)|attackers|adversaries|threat actors|unauthori[sz]ed|malicious|compromises?|future|similar|credential theft|phishing|exploitation|ransomware|lateral movement|initial access|infections?)|be (?:prevented|mitigated))\b`,
    String.raw`\b(?:it pays|would do well|ought|(?:is|are) (?:well|best) advised) to\b|\bthe best (?:defen[cs]e|protection|way to (?:protect|defend|prevent|stop))\b|\b(?:stops?|blocks?|prevents?|thwarts?|defeats?|breaks?) (?:most|many|nearly all|the majority of|this kind of|such) \w+`,
    String.raw`\bmakes? it (?:\w+ )?(?:harder|more difficult|impossible) for (?:\w+ )?(?:attackers?|intruders?|adversar\w+|actors?|criminals?|them)\b|\bwould have (?:\w+ly )?(?:stopped|prevented|blocked|detected|caught|limited|foiled)\b|\b(?:is|are) (?:safe|protected) (?:from|against)\b`,
    String.raw`^\W*(?:blocking|disabling|enforcing|restricting|removing|limiting|requiring|segmenting|patching|enabling|monitoring|baselining|auditing|hardening|rotating|separating|training)\b[^.]{3,120} (?:prevents?|stops?|reduces?|limits?|helps?|makes?|keeps?|breaks?|blocks?|mitigates?)\b`,
    String.raw`\b(?:mitigates|mitigation(?! (?:polic|information|bypass|opt))|best practices?)\b`,
    String.raw`^\W*(?:this|these|such (?:measures|steps)|it|that) (?:can|may|should|could) (?:also )?(?:include|be done by|be achieved by) (?:\w+ing)\b`,
    String.raw`\bplease (?:update|ensure|make sure|change|patch|check|contact)\b|^\W*please refer\b`,
  ].join("|"),
  "i",
);

/** Matches list bullets, list numbers and row labels of tables. */
const AT_START = String.raw`^[^\p{L}]*(?:(?:[a-h]|[ivx]{1,4})[.)]\s+|o\s+)?(?:(?:mitigations?|recommendations?|detections?|actions?|notes?|tips?)\s*[:–—]\s*)?(?:(?:additionally|also|further(?:more)?|moreover|finally|in addition),? )?`;
export const SURE_IMPERATIVE = new RegExp(`${AT_START}(?:${SURE_IMPERATIVES})\\b`, "iu");
export const UNSURE_IMPERATIVE = new RegExp(`${AT_START}(?:${UNSURE_IMPERATIVES})\\b`, "iu");
export const ADVICE_SIGN = new RegExp(`\\b(?:${ADVICE_SIGNS})\\b`, "i");

/** Advice to the reader on what to watch, regardless of the actor in the rest of the sentence. */
export const WATCH = new RegExp(
  [
    String.raw`${AT_START}(?:(?:look|hunt|watch|search|alert) (?:for|on)|monitor(?! (?:the )?(?:victim|keystroke|keyboard|clipboard|user|screen|target))|(?:recogni[sz]e|detect|identify|spot)\b[^.]{0,80} by (?:monitor|review|audit|hunt|inspect|analy)\w*)\b`,
    String.raw`^\W*(?:unusual |suspicious |unexpected |any )?(?:processes|activity|traffic|connections|log-?ins?|logons?|events|entries|files|commands)\b[^.]{0,200} (?:may|might|could|can) (?:be (?:an? (?:\w+ )?(?:sign|indicator|indication)|indicative)|indicate)\b`,
  ].join("|"),
  "iu",
);

export const DETECTION = anyOf(
  new RegExp(
    String.raw`${AT_START}(?:(?:look|hunt|watch|search|alert|scan)(?:ing)? (?:for|on|your|all|network|process|event|any|logs?)|monitoring (?:for|your|the use|logs?)|monitor(?! (?:the )?(?:victim|keystroke|keyboard|clipboard|user|screen|target))|(?:analy[sz]e|inspect|examine|audit|investigate|correlate)\b[^.]{0,80} (?:to (?:detect|identify|find)|for))\b`,
    "iu",
  ),
  new RegExp(
    [
      String.raw`\b(?:defenders|analysts|hunters|security teams|responders|we|you|teams) (?:can|should|may|could) (?:\w+ )?(?:detect|hunt|look|search|monitor|identify|alert|use|spot|query)\b`,
      String.raw`\b(?:rule|query|quer(?:y|ies)|signature|analytics?|detection|detector|sensor|alert)s? (?:that |which |to |can |will |below |above |here )?(?:detects?|looks?|identif(?:y|ies)|alerts?|triggers?|matches|match|searches|finds?|catch(?:es)?|flags?|fires?)\b`,
      String.raw`^\W*(?:check|query|inspect)\b[^.]{1,120} for (?:entries|signs|unusual|unexpected|suspicious|unknown|evidence|\w+ that)\b`,
      String.raw`\b(?:sid|gid|snort|suricata|sigma|yara|nessus|plug-?in|signature|rule|qid)s?(?: (?:sids?|ids?|rules?|signatures?|plug-?ins?))?:? [\d:-]{3,}(?: (?:and|to|,) ?[\d:-]{3,})? (?:covers?|detects?|matche?s?|address(?:es)?|triggers?|fires?|alerts?|finds?|flags?|catch(?:es)?)\b|;\s*(?:correlate|compare|baseline|alert|filter|pair|combine) (?:it|them|this|these|that|on|for|with)\b`,
      String.raw`^\W*title: (?:suspicious|potential|possible|detects?|unusual)\b|^\W*(?:logsource|falsepositives):|\bfrom \w+_events\b|\b(?:Device\w+Events|SecurityEvent|SigninLogs|OfficeActivity)\b[^.]{0,80}\||^\W*index=\S|\blogs? to collect\b`,
      String.raw`\b(?:good|strong|reliable|clear|useful|telltale) (?:hunting )?(?:leads?|signs?|indicators?|signals?)\b|\b(?:unusual|abnormal|high|large|sudden) (?:volumes?|numbers?|amounts?|rates?) of\b[^.]{0,80}\b(?:hints?|points?|suggests?|indicates?)\b|\bhelps? to (?:spot|detect|find|catch|identify)\b|\b(?:deserves?|merits?|warrants?|calls? for|justif(?:y|ies)) (?:an? )?(?:\w+ )?(?:look|attention|scrutiny|investigation|alert|suspicion)\b|\b(?:is|are) worth (?:hunting|monitoring|watching|investigating|checking|a look|alerting)\b|\bevents? (?:ids? )?\d{3,5}(?: (?:in|of|from) the (?:\w+ ){1,2}(?:log|channel|provider))? (?:tells?|shows?|records?|indicates?|means?|is (?:logged|written|generated))\b`,
      String.raw`\b(?:will|would|can|may) (?:also )?(?:reveal|show|expose|catch|surface) (?:most of |much of |some of )?(?:this|such|these|the) (?:activit\w+|beacon\w*|traffic|behaviou?r|technique|attempts?)\b`,
      String.raw`\b(?:rise|spike|increase|surge|burst)s? (?:in|of)\b[^.]*\b(?:points? to|suggests?|indicates?)\b`,
      String.raw`\b(?:edr|siem|xdr|antivirus|product|sensor|agent)\b (?:also )?(?:raises?|fires?|triggers?|alerts?)\b`,
      String.raw`\b(?:can|could|may|might|should) be (?:\w+ly )?(?:detected|identified|spotted|hunted|found|observed) (?:by|via|through|with|using) (?:monitor|look|search|hunt|inspect|review|audit|correlat|analy|event|sysmon|edr|checking|examin|windows event|the following|a (?:rule|query|sigma|yara))`,
      String.raw`\b(?:detection (?:opportunit|logic|rules?|guidance|quer)|hunting quer|hunt hypothes|sigma rule|yara rule|snort rule|sysmon event)`,
      String.raw`\b(?:defender|falcon|sentinelone|cortex|crowdstrike|elastic|carbon black|edr|antivirus|xdr|siem)\b[^.]{0,40}\b(?:detects|blocks|alerts|prevents|protects|provides|can detect|customers)\b`,
      String.raw`\bto (?:help )?detect (?:this|such|these|the use|malicious|suspicious|attempts|similar|abuse|adversar)`,
      String.raw`\b(?:activity|presence|behaviou?r|traffic|connections?|process(?:es)?|log-?ins?|logons?|events?|entries|occurrences?|spikes?|attempts)\b[^.]{0,150} (?:may|might|could|can|would) (?:indicate|be (?:a sign|an indicator|a strong indicator|indicative|evidence|(?:an )?indication))\b`,
    ].join("|"),
    "i",
  ),
);

/** A program's action for itself, not an order to the reader. */
export const FOR_ITSELF = /\b(?:itself|it['’]?s own)\b/i;

/** Unspecified actors of hypothetical actions. */
const ANYONE =
  "(?<!the |these |those |threat )(?:(?:an?|any|some|potential|remote|malicious|unauthenticated|local|skilled|determined) (?:\\w+ ){0,2}(?:attacker|adversary|actor|hacker|intruder|criminal|user)|(?:attackers|adversaries|hackers|cyber-?criminals|criminals))";
export const HYPOTHETICAL = new RegExp(
  [
    // "This way" continues the account.
    String.raw`^(?!\W*(?:(?:in )?this way|thus|with this|by doing so|as a result|consequently)\b)[^]*?\b(?:${ANYONE}) (?:(?:could|might|would)(?: \w+ly| then| also| potentially)? (?!have\b)\w+|(?:can|may) (?!have\b|also\b|then\b|now\b)\w+)`,
    String.raw`\b(?:could|might|would|may|can) (?:potentially )?(?:allow|enable|let|permit|be (?:used|abused|exploited|leveraged|misused) by) (?:${ANYONE}|attackers?|adversar\w+|threat actors)\b`,
    String.raw`^\W*if\b[^.]{5,200}\b(?:can|could|may|might) (?!have\b)\w+`,
    String.raw`\bvulnerabilit(?:y|ies)\b[^.]{0,80}\b(?:that|which|could|can|may|to) (?:(?:could|can|may|might) )?(?:allow|enable|permit|let)s?\b`,
    String.raw`\b(?:how )?(?:one|someone|somebody|anyone) (?:might|could|would)\b`,
    String.raw`\bin (?:our|a|the) (?:lab|test environment|test lab|sandbox)\b[^.]{0,20}\b(?:we|one|you)\b`,
    String.raw`^\W*should (?:any|some)(?:body|one)\b`,
    String.raw`\b(?:may|might|could) (?:also )?be (?:capable of|able to)\b`,
    String.raw`\b(?:theoretically|hypothetically|in theory|in principle|hypothetical)\b`,
    String.raw`\ban? (?:rogue|malicious|disgruntled|careless|curious) (?:\w+ )?(?:administrator|insider|employee|user|person|party|guest|host) (?:might|may|could|can|would)\b`,
    String.raw`\b(?:flaw|bug|weakness|vulnerability|CVE-\d{4}-\d+)\b[^.]{0,60}\b(?:lets?|allows?|enables?|permits?|gives?) an?\b`,
    String.raw`\bif (?:an? |the )?(?:\w+ ){0,2}(?:attacker|adversary|hacker|criminal)s? (?:were|was|gains?|obtains?|manages?|could|can|had|has)\b`,
  ].join("|"),
  "i",
);

/** Hypothetical sentences, regardless of the actor. */
export const MADE_UP =
  /^\W*(?:imagine|suppose|assume|picture an?|what if|had the (?:attackers?|actors?))\b|\b(?:exercise|scenario|simulation|table-?top) (?:assumes|supposes|begins with|starts with)\b|^\W*(?:it (?:is|remains) (?:still |yet |so far )?(?:unclear|unknown|not (?:yet )?(?:clear|known))|we (?:do not|don['’]t|cannot) (?:yet )?(?:know|say|tell)) (?:how|whether|if|what|which)\b(?![^.]*\bbut\b)|^\W*(?:whether|if|how)\b[^,;.]{3,150}\b(?:is|remains|was) (?:still )?(?:unknown|unclear|an open question)\b/i;

export const BOILERPLATE = new RegExp(
  [
    String.raw`\bis an? (?:global |world |industry |privately |american |leading )*(?:leader|leading|provider|(?:cyber ?|information )?security (?:company|firm|vendor|provider)|computer and network security|technology company)\b`,
    String.raw`\ball rights reserved\b|©|\bcopyright \(?c?\)? ?\d{4}|\b(?:registered )?trademarks? of\b`,
    String.raw`\b(?:the )?information (?:in|contained|provided)\b[^.]{0,40}\b(?:as is|purposes|warrant|herein)`,
    String.raw`\bdoes not (?:endorse|constitute|provide any warrant)|\bprovided ["“]?as is|\bno warrant(?:y|ies)\b`,
    String.raw`^\W*(?:for more information|to learn more|to report|report (?:suspicious|incidents|any))\b|\b(?:contact us|contact your|to report (?:suspicious|(?:an )?incidents?|any|cyber|a (?:crime|scam|vulnerability))|visit our|learn how|our (?:products?|platform|solutions?|customers|experts))\b`,
    String.raw`\b(?:book|request|schedule|get|start) (?:a|your) (?:free )?(?:demo|trial|consultation|assessment)\b|\bby clicking\b|\b(?:named|recogni[sz]ed as) an? (?:\w+ )?leader\b|\bauthors? (?:would like to )?(?:thank|acknowledge)\b|\bprotects? (?:over |more than |some )?[\d,.]+\+? (?:organi[sz]ations|customers|companies|businesses|endpoints)\b`,
    String.raw`^\W*our (?:\w+ ){0,2}(?:sandbox|agent|engine|scanner|sensor|service|technology|software|app|product|platform|solution|appliance)s? (?:\w+ly )?(?:spots?|finds?|decrypts?|watche?s|sees|takes?|records?|blocks?|stops?|prevents?|protects?|monitors?|scans?|captures?|inspects?|provides?|offers?|rolls? back|simulates?)\b`,
    String.raw`\b(?:the|this) (?:product|appliance|solution|new (?:release|version)|latest release) (?:\w+ly )?(?:blocks|blocked|stops|spots|finds|decrypts|watches|detects|detected|inspects|protects|sees)\b`,
    String.raw`\bdisclosure is not limited|\bsubject to standard copyright|\bTLP:(?:CLEAR|WHITE|GREEN|AMBER|RED)\b[^.]{0,80}\b(?:distributed|disclos|recipients|shared)`,
    String.raw`\b(?:mentioned|listed|described|named|referenced) in this (?:product|report|advisory|document|article|post|section)\b[^.]* (?:publicly available|legal|legitimate)\b|\bshould not be attributed\b`,
    String.raw`\b(?:fbi|cisa) (?:is seeking|requests|does not|are seeking)\b|\bseeking any information\b`,
  ].join("|"),
  "i",
);

export const FURNITURE = anyOf(
  new RegExp(
    [
      String.raw`\benable javascript\b|\bjavascript (?:is|must be|seems to be) (?:disabled|enabled|required|turned)\b|\b(?:your|this|unsupported) browser (?:does not|doesn['’]t|is (?:not|out))\b`,
      String.raw`\b(?:we|site|website|page) uses? cookies\b|\bcookie (?:policy|settings|preferences|banner|notice|consent)\b|\baccept (?:all )?cookies\b`,
      String.raw`\b(?:subscribe|sign up|register) (?:to|for|now|today|here)\b|\bnewsletters?\b|\b(?:privacy policy|terms of (?:use|service)|skip to (?:main )?content|back to top|all categories|leave a (?:comment|reply)|log ?in to|click here|share this|share on|follow us|min(?:utes?)? read)\b`,
      String.raw`\b(?:trouble|problems?|difficult(?:y|ies)) (?:viewing|reading|displaying) this\b|\bview (?:this|it) in (?:your|a|the) browser\b|\bunsubscribe\b|\b(?:activez?|activar|habilite|activer|включите|activate|aktivieren)\b[^.]{0,30}javascript\b|启用JavaScript|включите JavaScript`,
      String.raw`^\W*(?:image|photo|picture) credits?\s*:`,
      String.raw`^\W*about (?:the|our) (?:authors?|speakers?|presenters?|company|team|contributors?|podcast|editors?)\b`,
      String.raw`^\W*(?:(?:free|live|online|next|upcoming|virtual|recorded|on-demand) )*(?:webinar|web ?cast|workshop|conference|meet-?up|training|live ?stream|podcast|panel|keynote|master ?class|save the date|course|seminar|call for papers|talk|event)s?(?: (?:on|at|in|of|this|next|from|no|episode|series)\b[^.:]{0,50}| #?\d{1,4})?\s*(?::|\s[–—-]\s)(?! \d)`,
    ].join("|"),
    "i",
  ),
  new RegExp(
    String.raw`(?:подпи(?:шитесь|сывайтесь)|abonnez-vous|inscrivez-vous|(?:abonnieren|folgen) Sie|suscríb(?:ase|ete)|siga-nos|síganos|订阅我们|关注我们)(?!\p{L})`,
    "iu",
  ),
);
/** Links to another article. */
export const TEASER = new RegExp(
  [
    String.raw`^\W*(?:read (?:more|next|also|the full)|related(?: articles?| posts?)?|see also|next|previous|up next|also read|more from|tags|categories|filed under|you (?:may|might) also like|trending|recommended(?: for you| reading)?|watch|listen|webinar|download (?:the|our|now)|don['’]t miss)\s*[:|»→>]`,
    String.raw`^\W*(?:read (?:more|the full|our)|watch (?:the|our)|register for|join (?:us|our)|download (?:our|the (?:full )?(?:report|white ?paper|e-?book|pdf))|watch now|posted in)\b`,
  ].join("|"),
  "i",
);
/** The caption of a picture or a table. */
export const CAPTION =
  /^\W*(?:[Ff]ig(?:ure)?\.?|FIG(?:URE)?\.?|[Ii]mage|[Ss]creenshot|[Ee]xhibit|[Pp]icture|[Tt]able|TABLE|[Ll]isting|Tabelle|Tabla|Tableau|Таблица|Abbildung|Abb\.|Figura|Imagen|Рис(?:унок|\.)|图|表)\s*\d{1,3}(?:\.\d+)?(?:\s*[.:–—|)-]|\s+\p{Lu})/u;

/** Captions without a number, such as "Image: …" and "Slide 4: …", and lists of them. */
export const LABELLED =
  /^\W*(?:(?:image|photo|picture|illustration|graphic|screenshot|diagram|infographic)s?|(?:slides?|folien?|diapositi\p{L}+|слайд) \d{1,3})\s*(?:[:|]|\s[–—-]\s)/iu;

/** A caption that states an action: "VBA macro which runs …", "Adds a Run key". */
export const CAPTION_ACT =
  /^(?:adds|creates|deletes|disables|downloads|drops|dumps|encrypts|executes|exfiltrates|injects|installs|loads|runs|sends|steals|stops|uploads|writes) \p{L}|\b(?:which|that) (?!(?:is|are|was|were|has|contains?|shows?|matche?s?)\b)\p{Ll}{3,}(?:s|ed)\b|\b(?:uploads|downloads|executes|injects|exfiltrates|deletes|encrypts|decrypts|drops|runs|loads|creates|disables|steals|sends|writes|waits) (?:the|an?|its|data|files?|\p{L}+ to)\b|\b(?:code|scripts?|macro|commands?|payload|loader|malware|sample|shellcode|program|dropper|backdoor) \p{Ll}{3,}ing (?:the|an?|for|to|its|data|files?|itself)\b|\bbeing (?:downloaded|executed|run|dropped|loaded|injected|sent|uploaded|deleted|encrypted)\b/iu;

/** A note, or an entry of a list of sources. */
export const REFERENCE =
  /^\W{0,3}\[?\d{1,3}[\]).]?\s*(?:[^.]{0,200}\s)?(?:https?|hxxps?):\/\/\S+\s*(?:\([^)]*\))?\W*$|^\W*(?:(?:further|suggested|additional|background) reading|further (?:sources|resources))(?: (?:on|about|for) [^:.]{3,60})?\s*:|^\W*(?:source|sources|via|see also|reference|quelle|fuente)s?\s*:\s|^(?:https?|hxxps?):\/\/\S+$|\b(?:accessed|retrieved) (?:on )?(?:\d{1,2} )?\p{Lu}\p{Ll}+ \d|\[online\]|^\W{0,2}\[\d{1,3}\]\s.{5,250}\b(?:19|20)\d\d\.?$|^ibid\b|^\W*(?:note: ?)?(?:please )?(?:refer to|see) (?:the )?(?:references?|sources?|links?)\b/iu;
/** Text before and after the title of a source: "(2022, August 9)." and "Retrieved May 4". */
export const DATED = /(?:^|\s)\((?:19|20)\d\d(?:, \p{Lu}\p{Ll}+(?: \d{1,2})?)?\)\.$/u;
export const RETRIEVED =
  /^(?:retrieved|accessed|abgerufen|consulté|consultado) (?:on |am |le |el )?(?:\p{Lu}\p{Ll}+ )?\d/iu;
