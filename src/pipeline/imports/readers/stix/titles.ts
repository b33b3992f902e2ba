import { isGenericName } from "../../../intake/identity.ts";
import { recordsOf, stringOf, type StixObject } from "../../../../formats/stix/stix-object.ts";

/**
 * What an object is called in the intake: its own name unless that is generic, else its type with its
 * id, so that one "Malware" is not taken for all the others.
 */
export function titleOf(object: StixObject): string {
  const [line = ""] = (stringOf(object["content"]) ?? "").trim().split("\n", 1);
  const own = [stringOf(object["name"]), stringOf(object["abstract"]), line];
  const telling = own.find((name) => name !== null && !isGenericName(name));
  if (telling !== undefined && telling !== null) return telling;
  const words = object.type.replaceAll("-", " ");
  const kind = words.charAt(0).toUpperCase() + words.slice(1);
  return `${kind} ${object.id.slice(object.type.length + 2)}`;
}

/** The page that an object is about: its first web address that is no entry of a catalog. */
export function articleOf(object: StixObject): string | null {
  const article = recordsOf(object["external_references"]).find(
    (one) => stringOf(one["external_id"]) === null && /^https?:/i.test(stringOf(one["url"]) ?? ""),
  );
  return stringOf(article?.["url"]);
}
