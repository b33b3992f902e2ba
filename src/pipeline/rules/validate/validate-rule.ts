import type { RuleLanguage } from "../vocabulary.ts";
import { validateEql } from "./eql.ts";
import type { Validation } from "./findings.ts";
import { validateKql } from "./kql.ts";
import { validateSigma } from "./sigma.ts";
import { validateSpl } from "./spl.ts";

const VALIDATORS: Record<RuleLanguage, (content: string) => Validation> = {
  sigma: validateSigma,
  kql: validateKql,
  spl: validateSpl,
  eql: validateEql,
};

/** Parses a rule and answers its errors and warnings, with their places. */
export function validateRule(language: RuleLanguage, content: string): Validation {
  return VALIDATORS[language](content);
}
