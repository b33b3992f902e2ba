import { foldBlanks } from "../../../text/document/fold-blanks.ts";

/** Nouns for one actor. Excludes words that also qualify other nouns, as in "the operator accounts". */
const ACTOR = "actor|attacker|adversary|group|gang|intruder|perpetrator";
const MALWARE =
  "malware|backdoor|trojan|implant|loader|dropper|ransomware|payload|sample|stealer|worm|variant|rat|shellcode|beacon|bot|downloader|web ?shell";
/** Nouns for one or several actors or malicious programs. */
const AGENT = `(?:${ACTOR}|${MALWARE}|operator|affiliate|hacker|crew)s?|adversaries|(?:cyber)?criminals`;
/** Files that run, for any actor. */
const FILE = "dll|binary|executable|installer|macro|scripts?";
/** Subjects that act in a report. A bare plural ("adversaries") means anyone, so it does not match. */
const SUBJECT = String.raw`(?:(?:the|these|this|those|such|both|two|our|said) (?:[\p{L}\d-]+ ){0,3}?(?:${AGENT}|${FILE}|botnet|campaigns?|threat|team|document|file|tool|module|code|process|attack|program|server)|(?:[\p{Lu}][\p{L}\d-]* |[a-z]+ )?(?:actors|operators|affiliates)|malware|ransomware|it|they|he|she|who|which|that|(?!(?:The|An?|When|While|Once|As|If|\p{Lu}\p{Ll}+(?:ly|ing)) )[\p{Lu}][\p{L}\d]*(?:[ -][\p{Lu}\d][\p{L}\d]*){0,2})`;
const BETWEEN = String.raw`(?:(?:also|then|first|later|has|have|had|been|was|were|is|are|being|subsequently|additionally|likely|reportedly|successfully|repeatedly|typically|often|usually|primarily|initially|allegedly|even|further|next|previously|routinely|frequently|commonly|to|observed|seen|known|attempted|able|began|begun|start(?:ed)?|\p{Ll}+ly|\([^)]{1,40}\)),? ){0,5}`;
const PAST = String.raw`(?:\p{Ll}{2,}(?<!ne|impact|relat|bas|ne)ed|stole|sent|ran|wrote|took|set|built|made|broke|hid|got|gave|left|began|read|spread|sought|found|kept|brought|bought|sold|put|used)`;
const PRESENT = String.raw`(?:uses|using|creates|drops|executes|downloads|collects|steals|injects|leverages|deploys|exploits|sends|connects|encrypts|decrypts|deletes|gathers|launches|loads|installs|modifies|enumerates|attempts|abuses|runs|writes|copies|adds|sets|checks|disables|scans|exfiltrates|communicates|spawns|searches|captures|harvests|dumps|obtains|registers|hides|masquerades|removes|terminates|kills|stops|uploads|receives|contacts|queries|extracts|compresses|archives|establishes|maintains|achieves|gains|targets|performs|invokes|calls|opens|starts|reads|decodes|unpacks)`;
const ONE = String.raw`(?:the|this|these) (?:[\p{L}\d-]+ ){0,3}?(?:${ACTOR}|${MALWARE})`;
/** Subjects in the present tense: only malware and actors. "They" and capitalized words may mean anyone. */
const NAMED = String.raw`(?:(?:the|this|these) (?:[\p{L}\d-]+ ){0,3}?(?:${AGENT}|${FILE})|it)`;
/** Passives of actions that defenders' reports also use: "a new service was created". */
const PASSIVE = String.raw`(?:was|were) (?:\p{Ll}+ly |then |also |later |first ){0,2}(?:used|created|executed|injected|downloaded|launched|dropped|observed|seen|exfiltrated|stolen|dumped|uploaded|installed|deployed|encrypted|deleted|modified|disabled|compromised|exploited|copied|archived|compressed|transferred|performed|obtained|accessed|established|sent|run|written)`;
const ACT = new RegExp(
  String.raw`(?<![\p{L}\d])(?:${SUBJECT} ${BETWEEN}${PAST}|(?:${NAMED}|(?!(?:Many|Some|These|Those|Most|Such|Several|All|Other|New|Various|Public|Known|Windows|Microsoft|Users?)\b)[\p{Lu}][\p{L}\d]+) ${BETWEEN}(?:${PRESENT}|injects|decodes|can (?:modify|disable|inject|use|download|steal|capture|collect|execute|create|delete|exfiltrate|enumerate|bypass))|${ONE} ${BETWEEN}(?!(?:is|has|was|contains|provides|allows|helps|includes|remains|exists|becomes)(?!\p{L}))\p{Ll}{2,}s|${PASSIVE})(?!\p{L})`,
  "u",
);
/** The defenders' own actions, and conditions. */
const NO_ACT =
  /\b(?:if|whether|should|recommend\w*|we|unless|could|might|would|released|published|patched|updated|advised|provided|designed|developed (?:by|this)|intended|based|mapped|listed|organi[sz]ations)\b/i;

/** Subjects identified by a name or an article. Bare plurals, relatives and pronouns mean anyone. */
const THIS_ONE = String.raw`(?:(?:the|these|this|those|both|said) (?:[\p{L}\d’'-]+ ){0,3}?(?:${AGENT}|team)|(?!(?:Cyber|Threat|Malicious|Ransomware|State|Nation|Most|Many|Some|Other|Several|All|If|When|As|Since|Because|While|Where|Such|Any|Then|Once|After|Before)\b)(?!\p{Lu}\p{Ll}+ing\b)\p{Lu}[\p{L}\d.’'-]*(?: (?!(?:of|any|other|the|for|in|on|and|or|that|with|to|by) )[\p{L}\d.’'-]+){0,3}?(?: (?:actors|operators|affiliates|attackers|hackers|group|gang|ransomware|malware))|(?:APT|FIN|UNC|TA|DEV-|Storm-|UAC-)\d+)`;
const NAMED_ACT = new RegExp(
  String.raw`(?:^|[.,;:—–] |\b(?:observed|saw|that|then|and|when|where|after|because|as) )(?:(?:the|an?) (?:[\p{L}\d.’'‘"“”-]+ ){1,4}?${PASSIVE}|(?:${THIS_ONE}) ${BETWEEN}(?:${PAST}|${PRESENT}|(?:observed|seen) \p{Ll}+ing|(?!(?:is|has|was|contains|provides|allows|helps|includes|remains|exists|becomes|tactics|techniques|tools|uses|actors|affiliates)(?!\p{L}))\p{Ll}{3,}(?<![s’'])s|use|exploit|leverage|deploy|abuse|exfiltrate|steal))(?!\p{L})`,
  "u",
);

/** People who run a program whose name precedes them. */
const RUNNERS = String.raw`(?:(?:threat|cyber|ransomware|malware) )?(?:actors?|operators?|affiliates?|attackers?|hackers?|users|developers|gang|group|crew|members)(?!\p{L})`;
const PEOPLE = new RegExp(`^ ?${RUNNERS}`, "u");
/** Words between a name and its verb: "has then been observed", "is able to". */
const SEEN = String.raw`(?:(?:also|then|first|later|has|have|had|even|further|next|often|began|begun|started|attempted|continued|can|will|\p{Ll}+ly),? ){0,4}(?:(?:is|was|are|were|been) (?:also )?(?:observed|seen|known|found|able|designed|used) )?(?:(?<=(?:able|known|designed|used|attempted|began|begun|started|continued) )to )?(?:\p{Ll}+ly )?`;
const NO_DEED = String.raw`(?!(?:is|has|was|are|were|been|contains|provides|allows|helps|includes|remains|exists|becomes|tactics|techniques|tools|believed|suspected|attributed|associated|linked|named|called|tracked|dubbed|described|known|based|responsible|involved|behind|active|likely|of|in|to|and|or|with|for|on|by|from|at|as|that|who|which|may|might|could|would|should|do|does|did|not|the|an?|this|such|like)(?!\p{L}))`;
/** Verb forms that are also nouns, unless the next word rules out a noun. */
const THIRD_PERSON = String.raw`\p{Ll}{3,}(?<![s’'])s(?! (?:are|were|have|had|has|can|may|will|which|that|who|to|of|in|on|and|or|from|historically)(?!\p{L}))`;
/** An action of the name right before these words. */
const NEXT = new RegExp(
  String.raw`^(?: ?\([^)]{1,80}\)|,(?! (?:and|or|as|such|including) )[^,;.]{1,80},)? ?(?:(?<people>${RUNNERS}) ${SEEN}${NO_DEED}(?:${PAST}|\p{Ll}{3,})|(?!${RUNNERS})(?:(?:ransomware|malware|backdoor|trojan|loader|RAT|stealer) )?${SEEN}${NO_DEED}(?:${PAST}|${PRESENT}|${THIRD_PERSON}|(?<=(?:observed|seen|began|started|found) )\p{Ll}{2,}ing|(?<=(?:to|can|will) (?:\p{Ll}+ly )?)\p{Ll}{3,}))(?!\p{L})`,
  "u",
);

/**
 * Returns whether the words after a name are an action of the `name` itself, or of the `people` who run a program with
 * that name.
 */
export function readDeed(words: string): "name" | "people" | null {
  const found = NEXT.exec(foldBlanks(words));
  if (found === null) return null;
  return found.groups?.["people"] === undefined ? "name" : "people";
}

/** Returns whether the words after a name mean the people who run a program with that name. */
export function isRunByPeople(words: string): boolean {
  return PEOPLE.test(foldBlanks(words));
}

/**
 * Returns whether a sentence reports an action of someone whom the report names or mentioned before. Within guidance,
 * "malware often uses TLS" and "a service that they established" mean anyone.
 */
export function reportsNamedAct(sentence: string): boolean {
  const printed = foldBlanks(sentence).replace(/^[^\p{L}]+/u, "");
  const words = printed.replace(/^(?:The|These|This|Those|Both)(?= )/u, (first) =>
    first.toLowerCase(),
  );
  const found = NAMED_ACT.exec(words);
  return found !== null && !NO_ACT.test(found[0]);
}

/**
 * Returns whether a sentence reports an action of someone in the report. Folds only the first word to lower case: "The
 * actors" at the start is "the actors".
 */
export function reportsAct(sentence: string): boolean {
  const printed = foldBlanks(sentence);
  const words = printed.replace(/^\P{L}*\p{Lu}(?=\p{Ll}+ )/u, (first) => first.toLowerCase());
  const found = ACT.exec(words) ?? (words === printed ? null : ACT.exec(printed));
  return found !== null && !NO_ACT.test(found[0]);
}
