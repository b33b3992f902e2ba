import { EQL_LEXEMES } from "./lexemes.ts";
import { EqlParser } from "./queries.ts";
import { Findings, type Validation } from "../findings.ts";
import { pairBrackets, tokenize } from "../tokens.ts";

/** Checks the structure of an EQL query, without knowledge of indexes and fields. */
export function validateEql(content: string): Validation {
  const findings = new Findings(content);
  const tokens = tokenize(content, EQL_LEXEMES, findings);
  const partners = pairBrackets(tokens, findings);
  if (!findings.hasErrors) new EqlParser(tokens, partners, findings).readRule();
  return findings.toValidation();
}
