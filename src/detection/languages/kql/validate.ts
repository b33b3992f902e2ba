import { Findings, type Validation } from "../findings.ts";
import { KQL_LEXEMES } from "./lexemes.ts";
import { KqlParser } from "./statements.ts";
import { pairBrackets, tokenize } from "../tokens.ts";

/** Checks the structure of a KQL query, without knowledge of tables and columns. */
export function validateKql(content: string): Validation {
  const findings = new Findings(content);
  const tokens = tokenize(content, KQL_LEXEMES, findings);
  const partners = pairBrackets(tokens, findings);
  // Errors in strings and brackets would cause repeated findings everywhere else.
  if (!findings.hasErrors) new KqlParser(tokens, partners, findings).readRule();
  return findings.toValidation();
}
