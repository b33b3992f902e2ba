import { foldCase } from "../values/fold-text.ts";
import { isJsonObject, own } from "./json-object.ts";

/** One value of a field. Its text is computed on first use. */
export class FieldValue {
  /** A text, number, boolean, or an object, which is compared as JSON. */
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

  /** The text folded for case-insensitive comparison. */
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
    // Nested too deeply for the library, and so never matched by a rule.
    return "";
  }
}

/** Returns the values of a field: the elements of lists one by one, nothing for null. */
export function valuesOf(value: unknown): readonly FieldValue[] {
  if (typeof value === "string") return [new FieldValue(value)];
  const found: FieldValue[] = [];
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (next === null || next === undefined) continue;
    if (Array.isArray(next)) for (let i = next.length - 1; i >= 0; i -= 1) open.push(next[i]);
    // For an XML element with attributes that was converted to JSON, its text is its value.
    else if (isJsonObject(next) && Object.hasOwn(next, "#text")) open.push(own(next, "#text"));
    else found.push(new FieldValue(next));
  }
  return found;
}

/** Returns all texts, numbers and booleans of an event, at any depth. */
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
