// Patterns of possible but unreported actions, in addition to those of `aside-words.ts`.

import { anyOf } from "./any-of.ts";

const COULD = "(?:could|might|would|may|can)";
const FLAW =
  "(?:flaws?|bugs?|weakness(?:es)?|vulnerabilit(?:y|ies)|issues?|zero-?days?|defects?|misconfigurations?|CVE-\\d{4}-\\d+)";
/** Programs. An action that a program takes if another fails is still part of its behavior. */
const PROGRAM =
  "(?!(?:the|this|its?|our|that) (?:[\\p{L}\\d-]+ ){0,3}?(?:malware|backdoor|trojan|implant|loader|dropper|ransomware|payload|sample|stealer|worm|beacon|bot|script|connection|server|c2|process|file|installation|download)\\b)";

/** Conjecture without a specific actor. Applies if the sentence reports no activity. */
export const CONJECTURE = new RegExp(
  [
    // Hypothetical alternatives: "with that access they could have encrypted the servers".
    String.raw`\b(?:they|he|she|it|(?:the|these|this) (?:\w+ ){0,2}(?:actors?|attackers?|intruders?|group|gang|operators?|adversar(?:y|ies)|hackers?|malware|ransomware|worm)|anyone|anybody|somebody|someone|nobody|attackers|intruders|criminals|adversaries) could (?<!\b(?:how|believed?|likely|possibly) [^.]{0,80})(?:also |then |easily |just as well |even |well |in turn |in theory )*have (?!been (?:active|present|there|in)\b)\w+`,
    String.raw`\bsuccessful(?:ly)? (?:exploitation|exploiting|exploit|attacks?|abuse)\b[^.]{0,100} ${COULD} (?:\w+ly |also )?\w+`,
    String.raw`\bexploit(?:ation|ing) (?:of )?(?:the|this|these|such|it|an?|either|both|them)\b[^.]{0,80} ${COULD} (?:\w+ly |also )?(?:result|lead|allow|enable|give|grant|let|cause|permit|expose|end|mean)`,
    String.raw`\b(?:${FLAW}|race(?: condition)?|problem)\b[^.]{0,100} (?:was|were|is|are|has been|have been) (?:\w+ly )?(?:fixed|patched|closed|corrected|resolved|addressed|mended)\b|\ballow(?:s|ed)? (?:an?|any) (?:normal|ordinary|local|remote|unauthenticated|unprivileged|low-privileged|authenticated|guest) (?:user|account|process)\b`,
    String.raw`\b${FLAW}\b[^.]{0,80} (?:can|could|may|might) (?:also )?be (?:\w+ly )?(?:exploited|abused|triggered|chained|reached|misused|weaponi[sz]ed)\b`,
    String.raw`\b(?:can|could|may|might) (?:also )?be (?:\w+ly )?(?:exploited|abused|misused|weaponi[sz]ed) (?:by (?:an?|any|anyone|anybody|attackers|adversaries|criminals)\b|to |for |from |without |over |if |when )`,
    String.raw`\b(?:it is|it's|it would be|it seems) (?:\w+ly )?(?:possible|conceivable|thinkable|imaginable|plausible|feasible) (?:that|to|for)\b|\b(?:is|are|seems?|remains?) (?:\w+ )?(?:conceivable|thinkable|imaginable)\b`,
    String.raw`\bin the worst case\b|\bthere is (?:a|the|some) (?:risk|danger|chance|possibility) (?:that|of)\b|\b(?:runs?|bears?|poses?|carries) (?:a|the) risk (?:that|of)\b`,
  ].join("|"),
  "i",
);

/** Supposition, regardless of the actor. */
export const SUPPOSED = anyOf(
  new RegExp(
    [
      String.raw`^\W*(?:had|if) [^?.]{3,160}?\bhad (?:\p{L}+ ){0,3}?\p{L}+[^?.]{0,120},? [^?.]*\b(?:could|might|would|may)(?: \w+ly| well| also| even| then)? have\b`,
      String.raw`^\W*had (?:an?|the|this|that|these|those|any\w*|one|some\w*|it|they|he|she|we|\p{Lu}\S*) [^?.,]{3,120}, [^?.]*\b(?:could|might|would) (?:\w+ )?(?:have|be)\b`,
      String.raw`^\W*had ${PROGRAM}[^?.,]{3,120}, [^?.]*\b(?:could|might|would)\b`,
      String.raw`^\W*were ${PROGRAM}[^?.,]{2,80}? to \p{L}+[^?.]{0,80}\b${COULD}\b`,
      String.raw`^\W*should ${PROGRAM}(?:the|an?|this|that|such|these|any|either|one)\b[^?.]{3,120},[^?.]*\b(?:could|might|would|may|can)\b`,
    ].join("|"),
    "iu",
  ),
  new RegExp(
    [
      String.raw`\b(?:could|might|would)(?: \w+ly| well| also| even| then)? have [a-z]+[^?.]{0,120}? (?:if|had|were) [^?.,]{2,80}? (?:had|been|not)\b`,
      String.raw`\b(?:hypothetical|theoretical|fictional|fictitious|notional|imagin(?:ed|ary)|invented|made-up) (?<!\b(?:no|not|longer|not an?|no longer an?|than an?|from|beyond) [\w-]+ )(?:\w+ ){0,2}(?:attacks?|chains?|scenarios?|examples?|cases?|adversar(?:y|ies)|attackers?|campaigns?|intrusions?|compan(?:y|ies)|compromise|breach)\b`,
      String.raw`^\W*(?:it (?:is|remains|has) (?:still |yet |so far |as yet |currently )?(?:unconfirmed|uncertain|unproven|unverified|undetermined|doubtful|disputed|to be seen|not been confirmed|not (?:yet )?confirmed|an open question)) (?:how|whether|if|what|which)\b(?![^.]*\bbut\b)|\b(?:whether|if) [^,;.]{3,150}\b(?:is|remains|was|could not be) (?:still |so far )?(?:unconfirmed|uncertain|unproven|undetermined|established|confirmed|determined)\b\W*$`,
    ].join("|"),
    "i",
  ),
);
