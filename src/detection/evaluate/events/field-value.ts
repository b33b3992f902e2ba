import { foldCase } from "../values/fold-text.ts";
import { isJsonObject, own } from "./json-object.ts";

/** One value of a field. Its text is made when it is first asked for. */
export class FieldValue {
  /** A text, number, boolean, or an object, which is compared by its JSON. */
  readonly raw: unknown;
  #text: string | null = null;
  #folded: string | null = null;

  constructor(raw: unknown) {
    this.raw = raw;
  }

  get text(): string {
    this.#text ??= typeof this.raw === "string" ? this.raw : toText(this.raw);
    return this.#text;
  }

  /** The text whatever its case. */
  get folded(): string {
    this.#folded ??= foldCase(this.text);
    return this.#folded;
  }
}

function toText(value: unknown): string {
  if (typeof value !== "object") return `${value as number | boolean}`;
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    // Nested deeper than the library can follow: nothing that a rule asks for.
    return "";
  }
}

/** The values of a field: elements of lists one by one, nothing for null. */
export function valuesOf(value: unknown): readonly FieldValue[] {
  if (typeof value === "string") return [new FieldValue(value)];
  const found: FieldValue[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || next === undefined) continue;
    if (Array.isArray(next)) for (let i = next.length - 1; i >= 0; i -= 1) open.push(next[i]);
    // An XML element with attributes, turned into JSON: its text is its value.
    else if (isJsonObject(next) && Object.hasOwn(next, "#text")) open.push(own(next, "#text"));
    else found.push(new FieldValue(next));
  }
  return found;
}

/** All texts, numbers and booleans of an event, wherever they are. */
export function allValues(event: unknown): readonly FieldValue[] {
  const found: FieldValue[] = [];
  const open: unknown[] = [event];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || next === undefined) continue;
    if (typeof next !== "object") found.push(new FieldValue(next));
    else for (const inner of Object.values(next).toReversed()) open.push(inner as unknown);
  }
  return found;
}
