import type { SigmaSource } from "../../catalogue/file-schema.ts";
import { sourceOfEql } from "../eql/source.ts";
import { sourceOfKql } from "../kql/source.ts";
import { sourceOfSpl } from "../spl/source.ts";
import type { Token } from "../tokens.ts";
import { type QueryLanguage, tokensOf } from "./conditions.ts";

type FindSource = (tokens: readonly Token[]) => SigmaSource | null;

const SOURCES: Record<QueryLanguage, FindSource> = {
  kql: sourceOfKql,
  spl: sourceOfSpl,
  eql: sourceOfEql,
};

/**
 * The log source that a query says it reads, in Sigma's words; null where it does not say one that
 * is known. Of several tables, and of the parts of a sequence, the first counts.
 */
export function sourceOfQuery(language: QueryLanguage, content: string): SigmaSource | null {
  return SOURCES[language](tokensOf(language, content));
}
