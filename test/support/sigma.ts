import {
  type CompiledRule,
  compileSigma,
  type CompileOptions,
} from "../../src/detection/evaluate/compile-sigma.ts";

/** A Sigma rule of no log source with these lines as its selections and condition. */
export function ruleOf(detection: string, logsource = "category: test"): string {
  const lines = detection.split("\n").map((line) => `    ${line}`);
  return `title: A rule of the tests\nlogsource:\n    ${logsource}\ndetection:\n${lines.join("\n")}\n`;
}

/** A rule with one selection. */
export function selecting(fields: string, options: CompileOptions = {}): CompiledRule {
  const lines = fields.split("\n").map((line) => `    ${line}`);
  return compileSigma(ruleOf(`sel:\n${lines.join("\n")}\ncondition: sel`), options);
}

/** The sentence that a rule is refused with; empty for one that is not. */
export function refusal(content: string): string {
  try {
    compileSigma(content);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}
