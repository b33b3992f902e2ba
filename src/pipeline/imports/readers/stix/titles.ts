import { isGenericName } from "../../../intake/identity.ts";
import { isKnownKind, type Match } from "../../../observables/vocabulary.ts";
import { recordsOf, stringOf, type StixObject } from "../../../../formats/stix/stix-object.ts";

/** Values that a title lists. */
const LISTED_VALUES = 5;
const MAX_PATTERN = 900;

/**
 * What an object is called in the intake: its own name unless that is generic, else its type
 * with its value or pattern, so that one "Indicator" is not taken for all the others.
 */
export function titleOf(object: StixObject, matches: readonly Match[] = []): string {
  const [line = ""] = (stringOf(object["content"]) ?? "").trim().split("\n", 1);
  const own = [stringOf(object["name"]), stringOf(object["abstract"]), line];
  const telling = own.find((name) => name !== null && !isGenericName(name));
  if (telling !== undefined && telling !== null) return telling;
  const words = object.type.replaceAll("-", " ");
  const kind = words.charAt(0).toUpperCase() + words.slice(1);
  const values = valuesIn(object, matches);
  return values === null
    ? `${kind} ${object.id.slice(object.type.length + 2)}`
    : `${kind}: ${values}`;
}

function valuesIn(object: StixObject, matches: readonly Match[]): string | null {
  const pattern = stringOf(object["pattern"])?.slice(0, MAX_PATTERN) ?? null;
  if (matches.length === 0 || (pattern !== null && matches.length > 1)) return pattern;
  const values = [...new Set(matches.map(toldValue))];
  const rest = values.length - LISTED_VALUES;
  const listed = values.slice(0, LISTED_VALUES).join(", ");
  return rest > 0 ? `${listed} and ${rest} more` : listed;
}

/** A value of a kind that only STIX knows is told with its type. */
function toldValue({ kind, value }: Match): string {
  return isKnownKind(kind) ? value : `${kind.slice("stix:".length)} ${value}`;
}

/** The page that an object is about: its first web address that is no entry of a catalogue. */
export function articleOf(object: StixObject): string | null {
  const article = recordsOf(object["external_references"]).find(
    (one) => stringOf(one["external_id"]) === null && /^https?:/i.test(stringOf(one["url"]) ?? ""),
  );
  return stringOf(article?.["url"]);
}
