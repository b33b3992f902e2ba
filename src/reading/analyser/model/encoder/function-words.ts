import { STOP_WORDS } from "../stop-words.ts";

/** Words that say who acts and whether it happened. They have an id each although the other models skip some of them. */
const TELLING = `
  should must may might could can would will shall need ought cannot never not no none without if when unless whether
  who whom which what how why was were been being is are be am has have had do does did done doing failed fails
  prevented blocked thwarted stopped unsuccessful unsuccessfully attempted attempts tried tries successfully able
  unable possible possibly potentially likely probably apparently suspected believed
  i me my mine myself ourselves yours your you yourself themselves himself herself
  analyst analysts researcher researchers team teams company companies organization organizations victim victims
  user users employee employees customer customers administrator administrators defender defenders
  actor actors attacker attackers adversary adversaries intruder intruders malware group groups operator operators
  threat campaign variant sample backdoor trojan ransomware loader implant
  including such like example figure table via using against`;

/** Sorted, each once: the place of a word is its id in the trained weights. */
export const FUNCTION_WORDS: readonly string[] = [
  ...new Set([...STOP_WORDS, ...TELLING.trim().split(/\s+/u)]),
].sort();
