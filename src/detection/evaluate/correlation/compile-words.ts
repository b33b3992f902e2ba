import type { RuleCondition } from "./correlation.ts";

type Test = (references: ReadonlySet<string>) => boolean;

const MAX_DEPTH = 50;

/**
 * Compiles a boolean condition over the rules that a correlation joins: `and`, `or`, `not`, brackets.
 * @throws Error with the reason in one sentence
 */
export function compileWords(words: string, references: readonly string[]): RuleCondition {
  const tokens = words.match(/[()]|[^\s()]+/g) ?? [];
  let place = 0;
  let hasNot = false;
  const takes = (word: string) => {
    const isNext = tokens[place]?.toLowerCase() === word;
    if (isNext) place += 1;
    return isNext;
  };
  const either = (depth: number): Test => {
    const tests = [both(depth)];
    while (takes("or")) tests.push(both(depth));
    return (met) => tests.some((test) => test(met));
  };
  const both = (depth: number): Test => {
    const tests = [negated(depth)];
    while (takes("and")) tests.push(negated(depth));
    return (met) => tests.every((test) => test(met));
  };
  const negated = (depth: number): Test => {
    let isNegated = false;
    while (takes("not")) isNegated = !isNegated;
    if (isNegated) hasNot = true;
    const test = simple(depth);
    return isNegated ? (met) => !test(met) : test;
  };
  const simple = (depth: number): Test => {
    const token = tokens[place] ?? "";
    place += 1;
    if (token === "(") {
      if (depth === MAX_DEPTH) throw new Error("Brackets are nested too deeply.");
      const inner = either(depth + 1);
      if (!takes(")")) throw new Error("'(' is never closed.");
      return inner;
    }
    if (!references.includes(token)) {
      throw new Error(
        `The condition asks for '${token.slice(0, 80)}', which is not among 'rules'.`,
      );
    }
    return (met) => met.has(token);
  };
  const isMet = either(0);
  if (place < tokens.length)
    throw new Error(`'${tokens[place]?.slice(0, 80)}' is not expected here.`);
  return { isMet, hasNot };
}
