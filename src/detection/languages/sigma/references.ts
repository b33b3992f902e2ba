import { isMap, isScalar, isSeq } from "yaml";
import type { SigmaDocument } from "./document.ts";
import { parseSigma } from "./parse.ts";

/** The names of a text's documents, and the names that they reference. */
export interface References {
  /** Ids and names. */
  own: ReadonlySet<string>;
  /** The distinct ids and names of rules that its correlations join, in order. */
  joined: readonly string[];
}

/** Returns the references of a Sigma text, or none if it is unreadable. */
export function referencesOf(content: string): References {
  const { documents } = parseSigma(content);
  const maps = documents.filter(({ contents }) => isMap(contents));
  return {
    own: new Set(maps.flatMap((one) => [...textsAt(one, "id"), ...textsAt(one, "name")])),
    joined: [...new Set(maps.flatMap((one) => textsAt(one, "correlation", "rules")))],
  };
}

/** Returns the texts at a path of keys in a document: a list or a single one. */
function textsAt(document: SigmaDocument, ...keys: readonly string[]): string[] {
  let node = document.contents;
  for (const key of keys) {
    node = isMap(node) ? document.follow(node.get(key, true)) : null;
  }
  const items = isSeq(node) ? node.items.map((item) => document.follow(item)) : [node];
  return items.flatMap((item) =>
    isScalar(item) && typeof item.value === "string" ? item.value : [],
  );
}
