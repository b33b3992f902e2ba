import { isMap, isScalar, isSeq, type YAMLMap } from "yaml";
import { UUID_PATTERN } from "../../../platform/lib/ids.ts";
import { TECHNIQUE_ID_PATTERN } from "../../../knowledge/attack/technique-id.ts";
import type { SigmaSource } from "../../catalogue/file-schema.ts";
import type { SigmaDocument } from "./document.ts";
import type { ParsedSigma } from "./parse.ts";
import type { ReadHeader } from "../read-header.ts";

/** `attack.t1059.001` for ATT&CK, `atlas.aml.t0051` for ATLAS. */
const TECHNIQUE_TAG = /^(?:attack\.|atlas\.)((?:aml\.)?t\d{4,6}(?:\.\d{3,4})?)$/i;

/**
 * Reads the header of a Sigma text (specification 2.1.0). Of several documents, uses the correlation that joins the
 * others, else the first. Returns null if there is no readable map.
 */
export function readSigmaHeader(parsed: ParsedSigma): ReadHeader | null {
  const document = mainDocument(parsed);
  if (document === null) return null;
  const map = document.contents as YAMLMap;
  const word = (key: string) => wordOf(document, map.get(key, true));
  const id = word("id");
  const tags = wordsOf(document, map.get("tags", true));
  return {
    title: word("title"),
    header: {
      id: id !== null && UUID_PATTERN.test(id.toLowerCase()) ? id.toLowerCase() : null,
      status: word("status"),
      level: word("level"),
      author: wordsOf(document, map.get("author", true)).join(", ") || null,
      license: word("license"),
      description: word("description"),
      date: word("date"),
      modified: word("modified"),
      references: wordsOf(document, map.get("references", true)),
      tags,
      logsource: logSourceOf(document, map.get("logsource", true)),
      path: null,
    },
    technique_ids: techniquesIn(tags),
  };
}

/** Returns the main document of a Sigma text: a map, preferring a correlation to the rules that it joins. */
export function mainDocument({ documents, faults }: ParsedSigma): SigmaDocument | null {
  if (faults.length > 0) return null;
  const maps = documents.filter(({ contents }) => isMap(contents));
  return maps.findLast((one) => (one.contents as YAMLMap).has("correlation")) ?? maps[0] ?? null;
}

/** Returns the distinct technique ids in tags, in upper case. */
export function techniquesIn(tags: readonly string[]): string[] {
  const ids = tags.map((tag) => TECHNIQUE_TAG.exec(tag.trim())?.[1]?.toUpperCase() ?? "");
  return [...new Set(ids.filter((id) => TECHNIQUE_ID_PATTERN.test(id)))];
}

function logSourceOf(document: SigmaDocument, value: unknown): SigmaSource | null {
  const map = document.follow(value);
  if (!isMap(map)) return null;
  const words: SigmaSource = {};
  for (const key of ["category", "product", "service"] as const) {
    const word = wordOf(document, map.get(key, true));
    if (word !== null) words[key] = word;
  }
  return Object.keys(words).length === 0 ? null : words;
}

/** Returns a scalar as written, or null for a blank one or anything else. */
function wordOf(document: SigmaDocument, value: unknown): string | null {
  const node = document.follow(value);
  if (!isScalar(node) || node.value === null) return null;
  // A number retains its notation.
  const text = typeof node.value === "string" ? node.value : (node.source ?? "");
  return text.trim() === "" ? null : text;
}

/** Returns a list of scalars, or a single scalar as a list. */
function wordsOf(document: SigmaDocument, value: unknown): string[] {
  const node = document.follow(value);
  if (!isSeq(node)) return [wordOf(document, node)].filter((word) => word !== null);
  return node.items.flatMap((item) => wordOf(document, item) ?? []);
}
