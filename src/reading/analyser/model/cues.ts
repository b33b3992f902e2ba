/** What stands around behaviour rather than in it; each 0 or 1. */
export interface Cues {
  /** Somebody does something: "the actor used", "it then creates". */
  actor: number;
  /** Told as a fact of the past or present by a verb of malware: "drops", "was observed". */
  deed: number;
  /** Advice to the reader: an imperative at the start, or "should", "recommend". */
  advice: number;
  /** Reads as prose: ends like a sentence. */
  prose: number;
}

/** Under which kind of heading a sentence stands. */
export type Section = "body" | "defence" | "appendix";

const ACTOR =
  /\b(?:actors?|attackers?|adversar(?:y|ies)|threat groups?|hackers?|operators?|intruders?|malware|backdoor|trojan|implant|loader|dropper|ransomware|payload|sample|stealer|worm|botnet|campaign|it|they|group|variant|script|shellcode|beacon)\s+(?:(?:also|then|will|would|can|could|may|has|have|had|been|is|was|were|are|being|further|subsequently|first|typically|often|likely|later|even|be|able|to)\s+){0,4}[a-z]{3,}(?:s|ed|ing|e|n|d)\b/i;
const DEED =
  /\b(?:used|uses|using|drops?|dropped|creates?|created|executes?|executed|downloads?|downloaded|collects?|collected|steals?|stole|injects?|injected|leverag(?:e[sd]?|ing)|deploy(?:s|ed|ing)|exploit(?:s|ed|ing)|observed|sends?|sent|connects?|encrypts?|encrypted|decrypts?|decrypted|deletes?|deleted|gathers?|gathered|launch(?:es|ed)|loads?|loaded|installs?|installed|modif(?:y|ies|ied)|enumerat(?:es?|ed|ing)|attempts?|attempted|abus(?:es?|ed|ing)|obtained|established|compromised|ran|runs)\b/i;
const IMPERATIVE =
  /^\W*(?:ensure|implement|enable|disable|restrict|monitor|review|configure|require|enforce|consider|apply|patch|update|install|maintain|limit|block|use|deploy|check|avoid|prevent|keep|make sure|look for|search for|verify|educate|train|audit|identify|establish|segment|scan|change|remove|set|adopt|add|run|see|read|learn|contact|report|do not|don't|never|always|organizations should)\b/i;
const MODAL =
  /\b(?:should|recommend(?:s|ed|ation|ations)?|must|encouraged? to|advised? to|best practices?|mitigat(?:e|es|ion|ions)|can help|helps? (?:to )?(?:prevent|protect|detect)|protect(?:s|ion)? against|to prevent|to detect|customers|detection rules?|defenders|network defenders|administrators)\b/i;
const ENDS_AS_SENTENCE = /[.!?…][)\]"'\u201D\u2019]*(?:\[[\w, ]{1,12}\])*$/u;

export function findCues(text: string): Cues {
  return {
    actor: flag(ACTOR.test(text)),
    deed: flag(DEED.test(text)),
    advice: flag(IMPERATIVE.test(text) || MODAL.test(text)),
    prose: flag(text.length > 30 && ENDS_AS_SENTENCE.test(text)),
  };
}

const MAX_HEADING = 90;
const DEFENCE =
  /\b(?:mitigations?|recommend(?:ations?|ed)|remediation|detections?|detecting|hunting|protections?|protecting|prevention|preventing|defen[cs]e|defending|best practices|countermeasures|response|resources|coverage|security controls|validate)\b/i;
const APPENDIX =
  /\b(?:references?|indicators?|iocs?|yara|snort|sigma|appendix|hash(?:es)?|about|acknowledge?ments?|contact|disclaimer|related (?:posts|articles)|further reading|tags|share)\b/i;

/**
 * The section that begins with this line, or null when the line is no heading: a heading is short and
 * does not end as a sentence does.
 */
export function sectionOf(line: string): Section | null {
  if (line.length > MAX_HEADING || /[.,;:!?]$/.test(line) || !/\p{L}{3}/u.test(line)) return null;
  if (!/^[^\p{L}]*\p{Lu}/u.test(line) || line.split(/\s+/u).length > 12) return null;
  if (DEFENCE.test(line)) return "defence";
  return APPENDIX.test(line) ? "appendix" : "body";
}

function flag(found: boolean): number {
  return found ? 1 : 0;
}
