/** A file whose content is used as a value. The path is relative to the configuration file. */
export class Embed {
  readonly path: string;

  constructor(path: string) {
    this.path = path;
  }
}

/** The name of an enum value, written without quotes. */
export class EnumName {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  toString(): string {
    return this.#name;
  }
}

export type CapnpValue =
  | string
  | boolean
  | Embed
  | EnumName
  | readonly CapnpValue[]
  | { readonly [field: string]: CapnpValue | undefined };

/**
 * Writes a value in the text form of Cap'n Proto, which workerd uses for its configuration: structs as `(name =
 * value)`, lists in brackets, quoted strings. Omits fields that are `undefined`.
 */
export function toCapnpText(value: CapnpValue): string {
  if (typeof value === "string") return quote(value);
  if (typeof value === "boolean") return String(value);
  if (value instanceof EnumName) return value.toString();
  if (value instanceof Embed) return `embed ${quote(value.path)}`;
  if (Array.isArray(value)) return `[${value.map((item) => toCapnpText(item)).join(", ")}]`;
  const fields = Object.entries(value as Record<string, CapnpValue | undefined>).flatMap(
    ([name, field]) => (field === undefined ? [] : [`${name} = ${toCapnpText(field)}`]),
  );
  return `(${fields.join(",\n")})`;
}

/** Escapes every byte that is not printable ASCII as `\xHH`, so that no text can end its quotes. */
function quote(text: string): string {
  const bytes = Buffer.from(text).toString("latin1");
  const escaped = bytes.replace(
    /[^\x20\x21\x23-\x5b\x5d-\x7e]/g,
    (byte) => `\\x${byte.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
  return `"${escaped}"`;
}
