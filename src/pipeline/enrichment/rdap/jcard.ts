import { items, line } from "../read-values.ts";
import { publishedLine } from "./values.ts";

/** The data used from a contact. */
export interface Contact {
  name: string | null;
  email: string | null;
  /** An uppercase country code, or a country name as given. */
  country: string | null;
  /** Names of the fields marked as withheld. */
  withheld: string[];
}

type Property = [name: string, parameters: unknown, type: unknown, ...values: unknown[]];

/** Index of the country in an address (RFC 6350, 6.3.1). */
const COUNTRY_PLACE = 6;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Reads a jCard contact (RFC 7095). Missing or malformed fields are null. */
export function readJcard(value: unknown): Contact {
  const properties = items(Array.isArray(value) ? value[1] : undefined).filter(isProperty);
  const of = (name: string) =>
    properties.filter((property) => property[0].toLowerCase() === name).sort(byPreference);
  const names = [...of("fn"), ...of("org")].map((property) => publishedLine(firstText(property)));
  const emails = of("email").map((property) => publishedLine(firstText(property)));
  const isHidden = (read: typeof names) =>
    read.some(({ isWithheld }) => isWithheld) && read.every(({ text }) => text === null);
  return {
    name: names.find(({ text }) => text !== null)?.text ?? null,
    // Some registries publish the URL of a form, or a sentence, instead of the address.
    email: emails.find(({ text }) => text !== null && EMAIL.test(text))?.text ?? null,
    country:
      of("adr")
        .map(countryOf)
        .find((country) => country !== null) ?? null,
    withheld: [...(isHidden(names) ? ["name"] : []), ...(isHidden(emails) ? ["email"] : [])],
  };
}

/** Returns an uppercase country code. A name is returned unchanged. */
export function countryCode(value: unknown): string | null {
  const { text } = publishedLine(value);
  return text !== null && /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text;
}

function isProperty(value: unknown): value is Property {
  return Array.isArray(value) && typeof value[0] === "string" && value.length >= 4;
}

/** Returns the first text of a value, which may have parts, such as an organization's units. */
function firstText([, , , value]: Property): unknown {
  return Array.isArray(value) ? value.flat(2).find((part) => line(part) !== null) : value;
}

function countryOf([, parameters, , value]: Property): string | null {
  // RFC 8605 puts the code into a parameter, because gTLD registries omit the name.
  const code = (parameters as { cc?: unknown } | null)?.cc;
  return countryCode(code) ?? countryCode(Array.isArray(value) ? value[COUNTRY_PLACE] : null);
}

/** Compares by PREF, which ranges from 1, most preferred, to 100 (RFC 6350, 5.3). */
function byPreference(a: Property, b: Property): number {
  const preference = ([, parameters]: Property) =>
    Number((parameters as { pref?: unknown } | null)?.pref ?? 101) || 101;
  return preference(a) - preference(b);
}
