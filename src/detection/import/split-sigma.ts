/** One document of a Sigma file. */
export interface SigmaPart {
  content: string;
  /** Number of lines before it in the file. */
  line: number;
  /** The document with those of the file that it refers to; identical if it refers to none. */
  whole: string;
}

/** A file that cannot be split into rules, and the line of the fault, from 1. */
interface Uncut {
  message: string;
  line: number;
}

/** Each may refer to all others, which are then included with it. */
const MAX_DOCUMENTS = 200;

const MARKER = /^(?:---|\.\.\.)(?=\s|$)/;
/** Lines without content: blank lines, comments, and YAML directives. */
const SILENT = /^\s*(?:[#%].*)?$/;
const ACTION = /^action:\s*(?:global|repeat|reset)\b/;

/**
 * Splits a file of several YAML documents into rules, one per document. A correlation includes the rules of the file
 * that it joins, by id or name. A line that begins with `---` is always a marker (YAML 1.2.2, section 9.1.2).
 */
export function splitSigma(content: string): SigmaPart[] | Uncut {
  const parts = documentsOf(content);
  if (parts.length < 2) return parts.map((part) => ({ ...part, content, line: 0, whole: content }));
  if (parts.length > MAX_DOCUMENTS) {
    const message = `A file must have at most ${MAX_DOCUMENTS} documents; cut it into several.`;
    return { message, line: (parts[MAX_DOCUMENTS]?.line ?? 0) + 1 };
  }
  for (const part of parts) {
    const lines = part.content.split(/\r?\n/);
    const at = lines.findIndex((line) => ACTION.test(line));
    if (at === -1) continue;
    const message =
      "'action' makes it a collection of Sigma version 1, which is not read; write each rule out in full, or as a correlation.";
    return { message, line: part.line + at + 1 };
  }
  const names = parts.map((part) => namesOf(part.content));
  return parts.map((part, at) => ({ ...part, whole: withReferred(parts, names, at) }));
}

function documentsOf(content: string): Omit<SigmaPart, "whole">[] {
  const parts: Omit<SigmaPart, "whole">[] = [];
  let held: string[] = [];
  let from = 0;
  const end = () => {
    if (held.some((line) => !SILENT.test(line))) {
      parts.push({ content: `${held.join("\n").trimEnd()}\n`, line: from });
    }
    held = [];
  };
  for (const [at, line] of content.split(/\r?\n/).entries()) {
    if (MARKER.test(line)) {
      end();
      from = at + 1;
      const rest = line.slice(3);
      // Text after the marker belongs to the document.
      if (!SILENT.test(rest)) {
        held.push(rest.trimStart());
        from = at;
      }
    } else held.push(line);
  }
  end();
  return parts;
}

/** Returns the `id` and `name` of a document, and whether it joins others. */
function namesOf(content: string): { own: Set<string>; joins: boolean } {
  const own = [...content.matchAll(/^(?:id|name):[ \t]*["']?([^\s"'#]+)/gm)].map(([, name]) =>
    String(name).toLowerCase(),
  );
  return { own: new Set(own), joins: /^correlation:/m.test(content) };
}

/** Returns a document preceded by those that it refers to, directly or indirectly, in file order. */
function withReferred(
  parts: readonly { content: string }[],
  names: readonly { own: Set<string>; joins: boolean }[],
  at: number,
): string {
  if (names[at]?.joins !== true) return parts[at]?.content ?? "";
  const wanted = new Set([at]);
  for (const place of wanted) {
    if (names[place]?.joins !== true) continue;
    const words = new Set(
      (parts[place]?.content.toLowerCase().match(/[^\s"'[\],]+/g) ?? []).filter(
        (word) => word !== "-",
      ),
    );
    for (const [other, { own }] of names.entries()) {
      if (other !== at && [...own].some((name) => words.has(name))) wanted.add(other);
    }
  }
  wanted.delete(at);
  const before = [...wanted].sort((a, b) => a - b);
  return [...before, at].map((place) => parts[place]?.content ?? "").join("---\n");
}
