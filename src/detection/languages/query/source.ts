import type { SigmaSource } from "../../catalogue/file-schema.ts";
import { placeInEql } from "../eql/source.ts";
import { placeInKql } from "../kql/source.ts";
import { placeInSpl } from "../spl/source.ts";
import type { Token } from "../tokens.ts";
import { codesIn, type QueryLanguage, type QueryPlace, tokensOf } from "./conditions.ts";

type FindPlace = (tokens: readonly Token[]) => QueryPlace | null;

const PLACES: Record<QueryLanguage, FindPlace> = {
  kql: placeInKql,
  spl: placeInSpl,
  eql: placeInEql,
};

/**
 * The log source that a query says it reads, in Sigma's words; null where it does not say one that
 * is known. Of several tables, and of the parts of a sequence, the first counts.
 */
export function sourceOfQuery(language: QueryLanguage, content: string): SigmaSource | null {
  return PLACES[language](tokensOf(language, content))?.source ?? null;
}

/** The ids of Windows events of which a query asks for one where it says what it reads. */
export function eventIdsOfQuery(language: QueryLanguage, content: string): string[] {
  const place = PLACES[language](tokensOf(language, content));
  return place === null ? [] : codesIn(place.conditions);
}
