import { isMap, isScalar, isSeq, type YAMLMap } from "yaml";
import { sha256 } from "../../platform/audit/digest.ts";
import { foldText } from "../../platform/lib/text.ts";
import type { SigmaDocument } from "./sigma/document.ts";
import { type ParsedSigma, parseSigma } from "./sigma/parse.ts";
import type { RuleLanguage } from "./vocabulary.ts";
import { withoutHead } from "./query/comment-header.ts";
import { mainDocument } from "./sigma/header.ts";

/** What a rule detects, so that others can be compared with it; its title and names play no part. */
export interface DetectionSketch {
  /** SHA-256 of what it detects, in a form that the order of keys and lists and case do not change. */
  detection_sha256: string;
  /**
   * The least hashes of its parts, of eight hexadecimal digits each, in ascending order: all of them,
   * or the first 64 (bottom-k sketch). The parts of Sigma are fields with a value each and keywords,
   * those of a query three words in a row.
   */
  sketch: string;
}

const MAX_HASHES = 64;
const HASH_CHARS = 8;
/** Nodes that are looked at, however often aliases repeat them; more than any rule has. */
const MAX_NODES = 50_000;
const MAX_DEPTH = 20;

/** The sketch of a rule; null for Sigma that detects nothing that can be read. */
export function sketchDetection(
  language: RuleLanguage,
  content: string,
  parsed?: ParsedSigma,
): DetectionSketch | null {
  if (language === "sigma") return sketchSigma(parsed ?? parseSigma(content));
  const words = foldText(withoutComments(withoutHead(content))).split(" ");
  if (words.length === 1 && words[0] === "") return null;
  const parts = words.map((_, at) => words.slice(at, at + 3).join(" "));
  return toSketch(`${language} ${words.join(" ")}`, parts.slice(0, Math.max(1, parts.length - 2)));
}

/** How alike two sketches are: what they share of what both have, 0 to 1 (Jaccard). */
export function similarityOf(one: readonly string[], other: readonly string[]): number {
  // Below the limit both lists are whole; else the least hashes of the union stand for all.
  const isWhole = one.length < MAX_HASHES && other.length < MAX_HASHES;
  const limit = isWhole ? 2 * MAX_HASHES : MAX_HASHES;
  let [at, there, seen, shared] = [0, 0, 0, 0];
  for (; (at < one.length || there < other.length) && seen < limit; seen += 1) {
    const [first, second] = [one[at], other[there]];
    if (first === second) shared += 1;
    // The lesser goes on; both where they are the same.
    if (second === undefined || (first !== undefined && first <= second)) at += 1;
    if (first === undefined || (second !== undefined && second <= first)) there += 1;
  }
  return seen === 0 ? 0 : shared / seen;
}

/** The hashes of a sketch, in ascending order. */
export function hashesOf(sketch: string): string[] {
  return sketch.match(/.{8}/g) ?? [];
}

function sketchSigma(parsed: ParsedSigma): DetectionSketch | null {
  const document = mainDocument(parsed);
  if (document === null) return null;
  const map = document.contents as YAMLMap;
  const reader = new DetectionReader(document);
  const form: Record<string, unknown> = {};
  for (const key of ["logsource", "detection", "filter", "correlation"]) {
    const value = map.get(key, true);
    if (value === undefined) continue;
    form[key] = reader.read(value, key === "logsource" ? null : "", 0);
  }
  if (reader.parts.size === 0) return null;
  const { definition: _words, ...logsource } = (form["logsource"] ?? {}) as Record<string, unknown>;
  return toSketch(JSON.stringify({ ...form, logsource }), [...reader.parts]);
}

/** Reads YAML into values whose order and case do not count, and gathers its parts. */
class DetectionReader {
  readonly parts = new Set<string>();
  readonly #document: SigmaDocument;
  #nodes = 0;

  constructor(document: SigmaDocument) {
    this.#document = document;
  }

  /** @param field that the value belongs to; null where no parts are gathered */
  read(value: unknown, field: string | null, depth: number): unknown {
    const node = this.#document.follow(value);
    this.#nodes += 1;
    if (node === null || this.#nodes > MAX_NODES || depth > MAX_DEPTH) return null;
    if (isMap(node)) {
      const entries = node.items.map(({ key, value: of }): [string, unknown] => {
        const name = foldText(String(isScalar(key) ? key.value : ""));
        // The first level below `detection` has the author's names of the selections.
        const inner =
          field === null ? null : depth === 0 ? (name === "condition" ? null : "*") : name;
        return [name, this.read(of, inner, depth + 1)];
      });
      return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)));
    }
    if (isSeq(node)) {
      const items = node.items.map((item) => this.read(item, field, depth + 1));
      return items.sort((a, b) => {
        const [first, second] = [JSON.stringify(a), JSON.stringify(b)];
        return first < second ? -1 : first > second ? 1 : 0;
      });
    }
    const word = isScalar(node) ? foldText(String(node.value)) : "";
    if (field !== null) this.parts.add(`${field}=${word}`);
    return word;
  }
}

function toSketch(form: string, parts: readonly string[]): DetectionSketch {
  const hashes = [...new Set(parts.map(hashOf))].sort().slice(0, MAX_HASHES);
  return { detection_sha256: sha256(form), sketch: hashes.join("") };
}

/** FNV-1a of 32 bits, mixed once more so that its order says nothing of the text. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(HASH_CHARS, "0");
}

/** The signs of comments: where one begins, and what ends it. */
const COMMENTS = [
  ["/*", "*/"],
  ["```", "```"],
  ["//", "\n"],
] as const;

/**
 * A query without its comments; signs within texts are taken for comments too, which harms nothing
 * here. One that does not end goes to the end, and each character is looked at a few times only.
 */
function withoutComments(query: string): string {
  const kept: string[] = [];
  for (let from = 0; from < query.length;) {
    const [at, end] = nextComment(query, from);
    kept.push(query.slice(from, at), " ");
    from = end;
  }
  return kept.join("");
}

/** Where the next comment begins and ends. */
function nextComment(query: string, from: number): [at: number, end: number] {
  const SIGN = /\/\*|```|(?:^|\s)\/\//g;
  SIGN.lastIndex = from;
  const found = SIGN.exec(query);
  if (found === null) return [query.length, query.length];
  const open = found[0].trim();
  const close = COMMENTS.find(([sign]) => sign === open)?.[1] ?? "\n";
  const end = query.indexOf(close, found.index + found[0].length);
  return [found.index, end === -1 ? query.length : end + close.length];
}
