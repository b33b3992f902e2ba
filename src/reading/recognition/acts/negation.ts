import type { Span } from "../../../text/document/document.ts";
import { ABSENCE, ACTOR } from "./absence-words.ts";
import { foreignWordsOf } from "./foreign-words.ts";

/** Verbs whose negation does not deny activity: "does not require rights", "was not detected". */
const HARMLESS =
  "only|just|limited|necessarily|require|need|rely|contain|appear|seem|know|known(?! to)|identified|caught|named|attributed|mean|matter|detected|flagged|noticed|visible|blocked|prevented|clear|immediately|yet clear|surprising|uncommon|unusual|new|alone|directly attribut\\w+|exist|have (?:to|any|enough)|want|raise|draw|trigger|arouse|disclosed?|properly|correctly|patched|always|a coincidence|installed|present|found|running|already|possible|be (?:\\w+ly )?(?:able|detected|noticed|seen|flagged|blocked|possible|modified|renamed|deleted|removed|recovered|restored|decrypted|opened|closed|stopped|accessed|read|analy\\w+)|recover|restore|decrypt|work|care|stop|end|see|submit|scan|fetch|impact|implemented|saved|set up|as|include|return|identical|excluded|part|infected|analy\\w+|available|meet|match|support|enabled|look|give|go|get|make|take (?:any )?care|believe|think|expect|name|share|publish|depend|change|affect|alter|malicious|particularly|shown|leave (?:any )?(?:traces?|evidence)";

/** Matches "not" with an insertion: "Did not, as far as we know, …". */
const NOT = String.raw`(?: not|n['’]t)(?:,[^,;.]{1,40},)?`;
const DID = "(?:do|does|did|has|have|had|was|were|is|are|will|would|could|can)";

/** Those of these verbs whose negation counts if an adversary is the subject: "did not change the code". */
const DENIED_OF_ACTOR =
  "(?:change|alter)(?! (?:(?:its|their|his|the|any of) )?(?:\\w+ )?(?:tactics?|techniques?|ttps|behaviou?r|approach|methods?|goals?|modus|strategy|tooling|much|significantly)\\b)|affect|impact|submit|scan|fetch|set up|save|share|publish|restore|look for|(?:stop|end) (?:any|the|its|running|services?|process\\w*)|make (?:any )?(?:changes?|modifications?|connections?|copies)|get (?:any )?(?:access|into|hold)|give (?:themselves|itself)|go on to|(?:appear|seem) to (?!be\\b|have\\b)\\w+";

/** Beginnings of activity verbs: "without exfiltrating". Actions in memory only are not denied by that. */
const ACTING =
  "(?:us|deploy|dropp|establish|creat|employ|perform|attempt|exfiltrat|encrypt|steal|dump|delet|modify|chang|alter|execut|runn|install|download|upload|exploit|compromis|escalat|disabl|inject|collect|copy|scann)ing";

/** Capabilities that a program may or may not have. */
const CAPABILITY =
  "key ?logg\\w+|persistence|capabilit\\w+|function\\w*|support|modules?|rootkit\\w*|exfiltrat\\w+|encrypt\\w+|worm\\w*|propagat\\w+|evasion|obfuscat\\w+|anti-\\w+|privilege escalation|lateral movement";

const NEGATION = new RegExp(
  [
    String.raw`\b${DID}${NOT} (?!(?:${HARMLESS})\b)(?:\w+ ?)`,
    String.raw`\b${DID}${NOT} (?<=\b${ACTOR} (?:\w+ly |also |itself )?${DID}${NOT} )(?:${DENIED_OF_ACTOR})\b`,
    String.raw`\b${DID}${NOT} (?:a )?part of (?:this|the) (?:\w+ )?(?:attack|intrusion|incident|campaign|operation|chain)\b`,
    String.raw`\b(?:chose|chosen|opted|decided|elected|preferred|appear(?:s|ed)?|seem(?:s|ed)?) not to (?!be\b|have\b)\w+|\b(?:decided|opted) against \w+|\b(?:has|have|had) yet to (?!be (?:determined|identified|confirmed|patched|fixed|named|seen)\b)\w+|\bnot once (?:did|has|have|had|was|were)\b`,
    String.raw`\b(?:cannot|never) (?!(?:${HARMLESS}|before)\b)\w+`,
    String.raw`\b(?:no|without(?: any)?|found no|saw no|little) (?:evidence|signs?|indication|trace|proof|sightings?|instances?)(?: was| were)?(?: \w+)? (?:of|that|for|suggest\w+|indicat\w+|${ACTOR})\b`,
    String.raw`\b(?:we|analysts|investigators|researchers|responders) (?:\w+ly )?(?:found|saw|observed|identified|detected) (?:nothing|no (?!other|more|less|new|additional|further|link|overlap|patch))\w+|\bthere (?:was|were|is|are|has been|have been) no (?:\w+ ){0,2}(?:${CAPABILITY}|attempts?|use of|theft|activity|malware|ransomware)\b`,
    String.raw`\b(?:nothing |no (?!longer|matter|doubt|wonder|other|more|less|new)(?:\w+ ){0,5})(?:was|were|is|are|has been|have been) (?:\w+ )?(?:changed|altered|modified|copied|uploaded|downloaded|injected|observed|used|seen|found|involved|established|created|performed|made|detected|identified|present|stolen|taken|exfiltrated|encrypted|accessed|deployed|dropped|installed|executed|sent|left|collected|deleted)\b|\bno (?!longer|matter|doubt|wonder|other|more|less|new)(?:\w+ ){1,4}(?:took place|occurred|happened|followed)\b`,
    String.raw`\b(?:rather than|instead of|as opposed to|in place of) (?=\w)`,
    String.raw`\bwithout (?:ever )?(?:(?:the |any )?use of|relying on|resorting to|${ACTING}(?! [^,;.]{0,40}\b(?:disk|file system)\b))\b`,
    String.raw`\b(?:drops?|dropped|uses?|used|creates?|created|makes?|made|deploys?|deployed|installs?|installed|contains?|contained|steals?|stole|sends?|sent|performs?|performed|deletes?|deleted|encrypts?|encrypted|takes?|took|leaves?|left) (?:nothing|no (?!longer|matter|doubt|traces?|evidence|sign|time|chances?|other|more|less|new|known)\w+)\b`,
    String.raw`\b(?:we|analysts|investigators|researchers|responders) (?:did not|didn['’]t|have not|haven['’]t|could not|never) (?:see|saw|seen|observe|find|found|identif|detect|note|notice|confirm)\w*`,
    String.raw`\bnothing (?:to )?(?:suggests?|indicates?|shows?|points? to|hints?)\b|\bat no (?:point|time|stage)\b`,
    String.raw`\b(?:(?:has|have|had|with|is|are) no|lack(?:s|ed)?|(?:does|did|do)${NOT} (?:contain|include)(?: an?| any)?) (?:\w+ ){0,2}(?:${CAPABILITY})\b`,
    String.raw`\b(?:abstain(?:s|ed|ing)?|refrain(?:s|ed|ing)?) from (?=\w)|\b(?:skips|skipped|omits|omitted) (?=\w)`,
    String.raw`\b(?:neither|nor)\b`,
    String.raw`\bno longer (?!able|available|active|needed|required|online|exist|work|respond)\w+(?:s|ed)\b`,
    String.raw`\b(?:failed|fails|unable|unsuccessful(?:ly)? (?:attempted|tried)) to (?!detect|notice|patch|respond|block|prevent|stop|apply|secure|implement|identify|recogni|decrypt|run|start|find|connect|be|do|change|update|open|load|disclose|report|protect|remove|contact)\w+`,
    String.raw`\bnone of the\b|\bnot supported\b|\brule out (?:that|the)\b`,
    String.raw`\b(?:ruled out|lacks? (?:the |any )?(?:ability|capabilit|function|persistence|a ))`,
    String.raw`\bcontrary to\b`,
    ...ABSENCE,
  ].join("|"),
  "gi",
);

/** The end of a negation's scope: the next clause. */
const CLAUSE_END =
  /;|—| \(|\)(?=[\s,.;]|$)|[:–] |,\s*(?:but|and (?:then|the|it|they|he|no|instead|later|was|were|had|has|\w+ed\b)|yet|while|which|who|instead|however|although|though|the|it|its|they|he|she|this|these|then|using|choosing|opting|relying|preferring|so|because|since|as)\b|\s(?:but|while|whereas|although|though|however|if|when|unless|until|because|since|so that|in order to|before|after|and instead|and (?:it|they|the \w+|then|\w+ed|just|only|simply|(?:has|have|contains|lacks|makes|offers|carries|injects|uses|creates|drops|executes|downloads|steals|loads|writes|runs|sends|connects|encrypts|deletes|launches|installs|collects|exfiltrates|decrypts|proceeds|continues))|yet)\b|(?:，|；|。)\s*(?:但|而|却)|(?:，|；)|,\s*(?:sondern|aber|sino|pero|mais|но|а|однако)(?!\p{L})|\s(?:aber|sondern|sino|pero|mais|но)(?!\p{L})/giu;
const COMMA_END = /,|;|\)|\.\s/gu;

const BRACKETED_ID = /[([][^()[\]]{0,120}?(?<![\p{L}\d])t\d{4}[^()[\]]{0,120}[)\]]/giu;

/** Conditions do not report what was done: "if the victim does not pay". */
const CONDITION =
  /^\W*(?:and |or |but |even |only )*(?:if|unless|until|once|when|whenever|as long as|in case|provided)\b/i;
/** Clauses that end at their comma, whatever follows: "Although it is not new, APT40 …". */
const SUBORDINATE =
  /^\W*(?:even )?(?:although|though|while|whereas|since|because|as|after|despite|if|when|once|unless)\b/i;
const PHRASE =
  /^(?:rather|instead|as opposed|in place|without|contrary|abstain|refrain|skip|omit|ohne|sin |sans|без)/i;

const IS_NOT =
  /^(?:is|are|was|were)(?: not|n['’]t) (?:actually|really|an?|the|one|like|as)(?:\s|$)/i;

/** Returns the clauses of a sentence that deny an action, with offsets from its start. */
export function findNegations(printed: string): Span[] {
  const negation = foreignWordsOf(printed)?.negation ?? NEGATION;
  const sentence = withoutBracketedIds(printed, negation);
  // `matchAll` copies its pattern, which takes longer than searching most sentences.
  if (sentence.search(negation) === -1) return [];
  const found: Span[] = [];
  for (const { index, 0: words } of sentence.matchAll(negation)) {
    if ((found.at(-1)?.end ?? 0) > index || isAside(sentence, index, words)) continue;
    const start = startOf(sentence, index);
    const clause = sentence.slice(start, index);
    if (CONDITION.test(clause)) continue;
    // Ends at the comma: "Instead of encrypting, they …", and contrasts like "is not X, but Y".
    const isPhrase = PHRASE.test(words) || IS_NOT.test(words);
    const from = index + words.trimEnd().length;
    const opens = !/\p{L}/u.test(sentence.slice(0, index));
    const ends =
      SUBORDINATE.test(clause) || (isPhrase && opens) ? "comma" : isPhrase ? "list" : "clause";
    found.push({ start: isPhrase ? index : start, end: endOf(sentence, from, ends) });
  }
  return found;
}

/**
 * Replaces each bracket around an id with one word of the same length, since a bracket ends a clause: "PowerShell
 * (T1059.001) was not used". A bracket with its own negation is a clause.
 */
function withoutBracketedIds(sentence: string, negation: RegExp): string {
  return sentence.replace(BRACKETED_ID, (bracket) =>
    bracket.search(negation) === -1 ? "_".repeat(bracket.length) : bracket,
  );
}

/** Returns whether a negation is about something else: "Accounts that did not have MFA", "we did not analyse". */
function isAside(sentence: string, at: number, printed: string): boolean {
  // Programs may have names like "Don't Sleep".
  if (/n['’]t \p{Lu}/u.test(printed)) return true;
  const before = sentence.slice(Math.max(0, at - 12), at);
  if (
    /(?:^|\s)(?:that|which|who|where|whether|if)\s+(?:\w{2,4}\s+)?$/iu.test(before) &&
    !/^(?:no|any|n[eo])/iu.test(printed)
  )
    return true;
  return (
    /(?:^|\s)(?:we|i)\s+$/iu.test(before) &&
    !/(?:observe|seen?|saw|find|found|identif\w*|detect|confirm|recover)/iu.test(printed)
  );
}

/** Returns the end of a phrase at its comma, unless it is a list: "without using A, B, or C". */
function endOf(sentence: string, from: number, ends: "comma" | "list" | "clause"): number {
  const isList = ends === "list" && /^[^,]*,[^,]*,? (?:or|and)\b/u.test(sentence.slice(from));
  const pattern = ends === "comma" || (ends === "list" && !isList) ? COMMA_END : CLAUSE_END;
  pattern.lastIndex = from;
  return pattern.exec(sentence)?.index ?? sentence.length;
}

/** Returns the start of the clause: the end of the last separator before the negation. */
function startOf(sentence: string, at: number): number {
  let start = 0;
  CLAUSE_END.lastIndex = 0;
  for (
    let end = CLAUSE_END.exec(sentence);
    end !== null && end.index < at;
    end = CLAUSE_END.exec(sentence)
  ) {
    start = end.index;
  }
  return start;
}
