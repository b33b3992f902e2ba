import { items, line } from "../read-values.ts";
import { publishedLine } from "./values.ts";

/** What is taken from a contact. */
export interface Contact {
  name: string | null;
  email: string | null;
  /** A country code in capitals, or a country's name as it is given. */
  country: string | null;
  /** Which of these are marked as withheld. */
  withheld: string[];
}

type Property = [name: string, parameters: unknown, type: unknown, ...values: unknown[]];

/** Where an address has its country (RFC 6350, 6.3.1). */
const COUNTRY_PLACE = 6;
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

/** Reads a contact in jCard (RFC 7095); what is missing or of another form is null. */
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
    // Some publish the URL of a form, or a sentence, where the address would be.
    email: emails.find(({ text }) => text !== null && EMAIL.test(text))?.text ?? null,
    country:
      of("adr")
        .map(countryOf)
        .find((country) => country !== null) ?? null,
    withheld: [...(isHidden(names) ? ["name"] : []), ...(isHidden(emails) ? ["email"] : [])],
  };
}

/** A country code in capitals; a name stays as it is. */
export function countryCode(value: unknown): string | null {
  const { text } = publishedLine(value);
  return text !== null && /^[a-z]{2}$/i.test(text) ? text.toUpperCase() : text;
}

function isProperty(value: unknown): value is Property {
  return Array.isArray(value) && typeof value[0] === "string" && value.length >= 4;
}

/** The first text of a value, which may have parts, as an organization's units are. */
function firstText([, , , value]: Property): unknown {
  return Array.isArray(value) ? value.flat(2).find((part) => line(part) !== null) : value;
}

function countryOf([, parameters, , value]: Property): string | null {
  // RFC 8605 puts the code into a parameter, since gTLD registries leave the name out.
  const code = (parameters as { cc?: unknown } | null)?.cc;
  return countryCode(code) ?? countryCode(Array.isArray(value) ? value[COUNTRY_PLACE] : null);
}

/** PREF runs from 1, most preferred, to 100 (RFC 6350, 5.3). */
function byPreference(a: Property, b: Property): number {
  const preference = ([, parameters]: Property) =>
    Number((parameters as { pref?: unknown } | null)?.pref ?? 101) || 101;
  return preference(a) - preference(b);
}
