import { isMap, isScalar, isSeq, type YAMLMap } from "yaml";
import { sha256 } from "../../platform/audit/digest.ts";
import { foldText } from "../../platform/lib/text.ts";
import type { SigmaDocument } from "./sigma/document.ts";
import { type ParsedSigma, parseSigma } from "./sigma/parse.ts";
import type { RuleLanguage } from "./vocabulary.ts";
import { withoutHead } from "./query/comment-header.ts";
import { mainDocument } from "./sigma/header.ts";

/** A digest of what a rule detects, for comparison with others; its title and names do not matter. */
export interface DetectionSketch {
  /** SHA-256 of the detection, normalized so that the order of keys and lists, and case, do not matter. */
  detection_sha256: string;
  /**
   * The smallest hashes of its parts, eight hexadecimal digits each, in ascending order: all of them, or the first 64
   * (bottom-k sketch). The parts of a Sigma rule are its keywords and its fields with a value each. The parts of a
   * query are three consecutive words.
   */
  sketch: string;
}

const MAX_HASHES = 64;
const HASH_CHARS = 8;
/** Maximum nodes to visit, including repetitions by aliases; no rule has more. */
const MAX_NODES = 50_000;
const MAX_DEPTH = 20;

/** Returns the sketch of a rule, or null for a Sigma rule without a readable detection. */
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

/** Returns the similarity of two sketches: the share of common hashes among all, 0 to 1 (Jaccard). */
export function similarityOf(one: readonly string[], other: readonly string[]): number {
  // Below the limit both lists are complete. Otherwise the smallest hashes of the union are a sample of all.
  const isWhole = one.length < MAX_HASHES && other.length < MAX_HASHES;
  const limit = isWhole ? 2 * MAX_HASHES : MAX_HASHES;
  let [at, there, seen, shared] = [0, 0, 0, 0];
  for (; (at < one.length || there < other.length) && seen < limit; seen += 1) {
    const [first, second] = [one[at], other[there]];
    if (first === second) shared += 1;
    // Advances the list with the smaller hash, or both if they are equal.
    if (second === undefined || (first !== undefined && first <= second)) at += 1;
    if (first === undefined || (second !== undefined && second <= first)) there += 1;
  }
  return seen === 0 ? 0 : shared / seen;
}

/** Returns the hashes of a sketch, in ascending order. */
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

/** Normalizes YAML values so that order and case do not matter, and collects their parts. */
class DetectionReader {
  readonly parts = new Set<string>();
  readonly #document: SigmaDocument;
  #nodes = 0;

  constructor(document: SigmaDocument) {
    this.#document = document;
  }

  /** @param field the value's field; null to collect no parts */
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

/** Computes a 32-bit FNV-1a hash, mixed again so that its order is independent of the text. */
function hashOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return ((hash ^ (hash >>> 16)) >>> 0).toString(16).padStart(HASH_CHARS, "0");
}

/** Delimiters of comments: start and end. */
const COMMENTS = [
  ["/*", "*/"],
  ["```", "```"],
  ["//", "\n"],
] as const;

/**
 * Removes the comments of a query. Delimiters inside strings also count as comments, which is harmless here. An
 * unterminated comment extends to the end, and each character is read only a few times.
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

/** Returns the start and end of the next comment. */
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
