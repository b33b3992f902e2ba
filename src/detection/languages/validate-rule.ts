import type { RuleLanguage } from "./vocabulary.ts";
import { validateEql } from "./eql/validate.ts";
import type { Validation } from "./findings.ts";
import { validateKql } from "./kql/validate.ts";
import { validateSigma } from "./sigma/validate.ts";
import { validateSpl } from "./spl/validate.ts";

type Validate = (content: string, tactics: ReadonlySet<string>) => Validation;

const VALIDATORS: Record<RuleLanguage, Validate> = {
  sigma: validateSigma,
  kql: validateKql,
  spl: validateSpl,
  eql: validateEql,
};

const NO_TACTICS: ReadonlySet<string> = new Set();

/**
 * Validates a rule. Returns its errors and warnings with their positions.
 * @param tactics short names of tactics in ingested releases, in addition to the published ones
 */
export function validateRule(
  language: RuleLanguage,
  content: string,
  tactics = NO_TACTICS,
): Validation {
  return VALIDATORS[language](content, tactics);
}
