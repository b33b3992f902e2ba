import { isBaseVerb, isOftenNoun, isVerb } from "./clause-verbs.ts";
import { rememberWords } from "./remember-words.ts";

const TOKEN = /[\p{L}\p{N}_$%][\p{L}\p{N}_.\\/:%$+@#'’&*~-]*|[,;—–()]/gu;
/** What begins a clause wherever a verb follows. */
const STRONG = new Set([";", "—", "–", "while", "before", "then", "but", "whereas"]);
/** What does so where a verb stands next, or a new subject and its verb. */
const WEAK = new Set([",", "and", "plus"]);
/** Between such a word and the verb: "and was then uploaded". */
const BETWEEN =
  /^(?:also|then|later|first|finally|next|subsequently|additionally|even|either|both|was|were|is|are|be|been|being|has|have|had|to|can|could|will|would|may|might|not|it|they|he|she|\p{Ll}+ly)$/u;
const SUBJECT =
  /^(?:the|a|an|it|its|they|their|he|his|she|her|this|these|those|one|another|some|all|two|\p{Lu}.*)$/u;
const MAX_SUBJECT = 6;
const MIN_WORDS = 4;
const MIN_LENGTH = 40;
/** What is denied or supposed is so by words that a clause may leave behind. */
const UNREAL =
  /\b(?:not|never|nor|neither|cannot|if|unless|although|could|might|would|should)\b|n['’]t\b/iu;

/** A word, in lower case and as printed, or a sign. */
interface Token {
  word: string;
  printed: string;
  isWord: boolean;
  isVerb: boolean;
}

/** The tokens of a sentence with where each begins. */
interface Tokens {
  tokens: readonly Token[];
  starts: readonly number[];
}

/**
 * The parts of a sentence that tell of acts of their own: clauses with coordinated verbs ("archived
 * with WinRAR and uploaded to …") and the things of a list ("gathers the host name, the user name
 * and …"). Empty where there is but one, and where something is denied or supposed. Relative clauses and "to …" stay with what they belong to,
 * without which they say something else.
 */
export function cutActs(sentence: string): string[] {
  if (sentence.length < MIN_LENGTH || UNREAL.test(sentence)) return [];
  return [...cutClauses(sentence), ...cutList(sentence)];
}

function cutClauses(sentence: string): string[] {
  const { tokens, starts } = tokensOf(sentence);
  const cuts = [0];
  let words = 0;
  let hasVerb = false;
  for (const [at, token] of tokens.entries()) {
    const isLong = words >= MIN_WORDS && countWords(tokens, at) >= MIN_WORDS;
    if (hasVerb && isLong && beginsClause(tokens, at)) {
      cuts.push(starts[at] ?? 0);
      words = 0;
      hasVerb = false;
    }
    if (token.isWord) words += 1;
    hasVerb ||= token.isVerb || (tokens[at - 1]?.word === "to" && isBaseVerb(token.word));
  }
  if (cuts.length < 2) return [];
  return cuts.map((cut, at) => sentence.slice(cut, cuts[at + 1]));
}

function tokensOf(sentence: string): Tokens {
  const found = [...sentence.matchAll(TOKEN)];
  return {
    tokens: found.map(([token]) => tokenOf(token)),
    starts: found.map(({ index }) => index),
  };
}

const tokenOf = rememberWords((found): Token => {
  const printed = found.replace(/[.:]+$/u, "");
  const word = printed.toLowerCase();
  return { word, printed, isWord: /[\p{L}\p{N}]/u.test(printed), isVerb: isVerb(word) };
});

/** Words from here on, as far as they matter. */
function countWords(tokens: readonly Token[], from: number): number {
  let count = 0;
  for (let at = from; at < tokens.length && count < MIN_WORDS; at += 1) {
    if (tokens[at]?.isWord === true) count += 1;
  }
  return count;
}

function beginsClause(tokens: readonly Token[], at: number): boolean {
  const wordAt = (index: number) => tokens[index]?.word ?? "";
  const isVerbAt = (index: number) => tokens[index]?.isVerb === true;
  const joins = (word: string) => STRONG.has(word) || WEAK.has(word);
  const word = wordAt(at);
  if (word === "by") return wordAt(at + 1).endsWith("ing") && isVerbAt(at + 1);
  if (!joins(word)) return false;
  let next = at + 1;
  // ", and then"
  while (joins(wordAt(next))) next += 1;
  let verb = next;
  while (BETWEEN.test(tokens[verb]?.printed ?? "")) verb += 1;
  const first = wordAt(verb);
  if (isVerbAt(verb)) {
    // ", encrypting every other block": of the same act.
    if (word === "," && next === at + 1 && first.endsWith("ing")) return false;
    return STRONG.has(word) || verb > next || !isOftenNoun(first);
  }
  if (!STRONG.has(word) && !SUBJECT.test(tokens[next]?.printed ?? "")) return false;
  for (let index = next; index < next + MAX_SUBJECT; index += 1) {
    if (index >= tokens.length || joins(wordAt(index))) return false;
    // "the address used for it" is no clause.
    if (index > next && isVerbAt(index) && wordAt(index) !== "used") return true;
  }
  return false;
}

const LISTING =
  /\b(gather(?:s|ed)|collect(?:s|ed)|enumerate[sd]|list(?:s|ed)|quer(?:ies|ied)|obtain(?:s|ed)|steals|stole|harvest(?:s|ed)|captur(?:es|ed)|check(?:s|ed)|retrieve[sd]|record(?:s|ed)) ([^;.:()]*)/iu;
const ITEM_BORDER = /,\s*(?:and |or |as well as )?|\s+(?:and|or|as well as)\s+/u;
const MAX_ITEM_WORDS = 6;
const MIN_ITEMS = 3;

function cutList(sentence: string): string[] {
  const found = LISTING.exec(sentence);
  if (found === null) return [];
  const [, verb = "", rest = ""] = found;
  const items = rest.split(ITEM_BORDER).map((one) => one.trim());
  const isThing = (item: string) => {
    const words = item.split(/\s+/u);
    return words.length <= MAX_ITEM_WORDS && !isVerb(words[0]?.toLowerCase() ?? "");
  };
  if (items.length < MIN_ITEMS || !items.every(isThing)) return [];
  return items.filter((item) => item.length > 3).map((item) => `${verb} ${item}`);
}
