import { stem } from "./stem.ts";

/** Verbs for the actions of adversaries and their malware, in the base form. */
const VERBS = `
abuse access achieve acquire activate add allow append archive attach attempt authenticate beacon block
brute-force bypass call capture carry change check clear clone collect come communicate compile compress
compromise configure connect contact convert convince copy cover crack craft create deactivate decode
decompress decrypt deface delete deliver deploy destroy disable discover display download drop dump
elevate email embed employ empty enable encode encrypt enrol enroll enter enumerate erase escalate
establish evade exclude execute exfiltrate exploit export extract fetch force forge forward gain gather
generate get go grab grant guess harvest hide hijack hook host identify impersonate implant import infect
inject inspect install intercept invoke join keep kill launch leverage list load log look lure maintain
make map masquerade mimic modify monitor mount move obfuscate obtain open overwrite parse patch perform
persist phish pick ping pivot place plant post pretend probe proxy publish pull purchase push query reach
read rebuild receive record redirect reference reflash register relay remove rename replace request reset
resolve restart restore retrieve reuse run save scan schedule scrape search sell send set sideload
side-load sign sleep spawn spoof spray spread stage start steal stop store swap take talk tamper target
terminate tether trick trigger tunnel turn uninstall unpack update upload use validate verify wait wipe
wrap write zip`;
const BASE = new Set(VERBS.trim().split(/\s+/u));
const STEMS = new Set([...BASE].map((verb) => stem(verb)));
const IRREGULAR = new Set(
  `became began bought broke brought built came cut drew drove fed found gave given got held hid hidden
kept left lost made met overwrote ran read rebuilt rewrote run saw sent set shut sold sought spread stole
stolen took taken used went written wrote`.split(/\s+/u),
);
/** Returns whether a lower-case word is a finite form or participle of such a verb. */
export function isVerb(word: string): boolean {
  if (IRREGULAR.has(word)) return true;
  if (!/(?:s|ed|ing)$/u.test(word)) return false;
  // The stem of "added" loses a letter, and the stem of "tunnelled" has an extra one.
  const rest = word.replace(/(?:s|ed|ing)$/u, "");
  return STEMS.has(stem(word)) || BASE.has(rest) || BASE.has(rest.slice(0, -1));
}
