import { hashKey, hashPair } from "../hash.ts";
import { createKeySet } from "../key-set.ts";
import { rememberWords } from "../remember-words.ts";
import { STOP_WORDS } from "../stop-words.ts";

const TOKEN = /[\p{L}\p{N}_][\p{L}\p{N}_'’.\\/:-]*|[.,:;!?()"]/gu;
const MAX_TOKENS = 80;
const START = hashKey("form start");
const END = hashKey("form end");
const seen = createKeySet();

/**
 * Returns keys for the form of a sentence: its words, and runs of two and three forms. The form of a function word is
 * the word itself. The form of any other word is its ending: "the ~s should be ~ed", "~Cap has ~ed".
 */
export function formKeys(text: string): number[] {
  const tokens = text.match(TOKEN)?.slice(0, MAX_TOKENS) ?? [];
  const found: number[] = [];
  const add = (key: number) => {
    if (seen.add(key)) found.push(key);
  };
  seen.clear();
  let before = START;
  let last = START;
  for (const [at, token] of tokens.entries()) {
    const { word, first, later } = keysOf(token);
    const form = at === 0 ? first : later;
    if (word !== null) add(word);
    const pair = hashPair(last, form);
    add(pair);
    add(hashPair(hashPair(before, last), form));
    before = last;
    last = form;
  }
  add(hashPair(last, END));
  add(hashPair(hashPair(before, last), END));
  add(hashKey(`form length ${Math.min(6, Math.floor(Math.log2(1 + tokens.length)))}`));
  return found;
}

/** Returns the keys of one token: its word, and its form at the start of a sentence and within it. */
const keysOf = rememberWords((token) => {
  const lower = token.toLowerCase();
  return {
    word: /\p{L}/u.test(token) ? hashKey(`word ${lower}`) : null,
    first: hashKey(formOf(token, lower, true)),
    later: hashKey(formOf(token, lower, false)),
  };
});

/** Words other than function words that distinguish advice, conjecture, guidance and accounts. */
const TELLING = new Set(
  `should must may might could can would will shall need ought cannot never not no if when unless whether
   who whom which what how why was were been being is are be am has have had do does did done
   consider ensure monitor alert detect look review recommend avoid enable disable restrict limit block audit check
   users organizations organisations administrators defenders analysts teams customers companies
   actor actors attacker attackers adversary adversaries malware group operators threat campaign variant sample
   according observed likely possibly potentially example figure table listing appendix`
    .trim()
    .split(/\s+/u),
);

function formOf(token: string, lower: string, isFirst: boolean): string {
  if (!/[\p{L}\p{N}]/u.test(token)) return token;
  if (STOP_WORDS.has(lower) || TELLING.has(lower)) return lower;
  if (/^\d/u.test(token)) return "~num";
  if (/[\\/_:]|\.\p{L}/u.test(token)) return "~path";
  const ending = /(?:ed|ing|ly|tion|s)$/u.exec(lower)?.[0] ?? "";
  return `${!isFirst && /^\p{Lu}/u.test(token) ? "~Cap" : "~"}${ending}`;
}
