/** The shape of a JSON text, as far as its beginning shows it. */
export interface JsonOutline {
  /** Paths of keys down to the third level, such as `.objects[].type`. */
  paths: ReadonlySet<string>;
  /** Values of the keys named `type`, by path, such as `.type=bundle`. */
  types: ReadonlySet<string>;
  /** Whether an object has an id in STIX format. */
  hasStixId: boolean;
}

/** Deeper containers are only counted, so that hostile nesting does not use memory. */
const MAX_DEPTH = 5;
const MAX_PATHS = 2_000;
const MAX_TEXT = 100;
const STIX_ID = /^[a-z0-9-]+--[\da-f]{8}-[\da-f]{4}-/u;

/**
 * Outlines a JSON text that may be truncated. Reads each character once without recursion, and returns what it
 * found before any invalid content.
 */
export function outlineJson(text: string): JsonOutline {
  const paths = new Set<string>();
  const types = new Set<string>();
  const open: { isObject: boolean; path: string; key: string | null }[] = [];
  let deeper = 0;
  let hasStixId = false;
  const note = (set: Set<string>, value: string) => {
    if (set.size < MAX_PATHS && value.length <= MAX_TEXT) set.add(value);
  };
  for (let at = 0; at < text.length; at += 1) {
    const char = text[at];
    const inner = open.at(-1);
    if (char === '"') {
      const end = endOfString(text, at + 1);
      if (deeper === 0 && inner !== undefined) {
        const value = text.slice(at + 1, Math.min(end, at + 1 + MAX_TEXT));
        if (inner.isObject && inner.key === null) {
          inner.key = value;
          note(paths, `${inner.path}.${value}`);
        } else if (inner.key === "type") note(types, `${inner.path}.type=${value}`);
        else if (inner.key === "id") hasStixId ||= STIX_ID.test(value);
      }
      at = end;
    } else if (char === "{" || char === "[") {
      if (deeper > 0 || open.length === MAX_DEPTH) deeper += 1;
      else open.push({ isObject: char === "{", path: pathWithin(inner), key: null });
    } else if (char === "}" || char === "]") {
      if (deeper > 0) deeper -= 1;
      else open.pop();
    } else if (char === "," && deeper === 0 && inner?.isObject === true) inner.key = null;
  }
  return { paths, types, hasStixId };
}

function pathWithin(
  container: { isObject: boolean; path: string; key: string | null } | undefined,
) {
  if (container === undefined) return "";
  return container.isObject ? `${container.path}.${container.key ?? ""}` : `${container.path}[]`;
}

/** Returns the position of the closing quotation mark of a string, or of the end of the text. */
function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
