import { Findings, type Validation } from "../findings.ts";
import { SPL_BRACKETS, SPL_LEXEMES } from "./lexemes.ts";
import { SplParser } from "./pipelines.ts";
import { pairBrackets, tokenize } from "../tokens.ts";

/** Checks the structure of an SPL search, without expanding macros and without knowledge of indexes and fields. */
export function validateSpl(content: string): Validation {
  const findings = new Findings(content);
  const tokens = tokenize(content, SPL_LEXEMES, findings);
  const partners = pairBrackets(tokens, findings, SPL_BRACKETS);
  if (!findings.hasErrors) new SplParser(tokens, partners, findings).readRule();
  return findings.toValidation();
}
