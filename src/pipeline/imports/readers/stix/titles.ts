import { isGenericName } from "../../../intake/identity.ts";
import { recordsOf, stringOf, type StixObject } from "../../../../formats/stix/stix-object.ts";

/**
 * Returns the title of an object in the intake: its name, or its type and ID if the name is generic, so that one
 * "Malware" is not mistaken for another.
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

/** Returns the page that an object describes: its first web address that is not a catalog entry. */
export function articleOf(object: StixObject): string | null {
  const article = recordsOf(object["external_references"]).find(
    (one) => stringOf(one["external_id"]) === null && /^https?:/i.test(stringOf(one["url"]) ?? ""),
  );
  return stringOf(article?.["url"]);
}
