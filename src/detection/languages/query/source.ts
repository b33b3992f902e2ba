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
 * Returns the log source of a query in Sigma's terms, or null if it names no known one. Of several tables, or parts of
 * a sequence, the first counts.
 */
export function sourceOfQuery(language: QueryLanguage, content: string): SigmaSource | null {
  return PLACES[language](tokensOf(language, content))?.source ?? null;
}

/** Returns the Windows event ids that a query accepts in the part that selects its source. */
export function eventIdsOfQuery(language: QueryLanguage, content: string): string[] {
  const place = PLACES[language](tokensOf(language, content));
  return place === null ? [] : codesIn(place.conditions);
}
