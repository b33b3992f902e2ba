import { isMap, isScalar, isSeq } from "yaml";
import type { SigmaDocument } from "./document.ts";
import { parseSigma } from "./parse.ts";

/** What the documents of a text are called, and what they call. */
export interface References {
  /** Ids and names. */
  own: ReadonlySet<string>;
  /** The ids and names of rules that its correlations join, in their order, each once. */
  joined: readonly string[];
}

/** The references of a Sigma text; none of one that cannot be read. */
export function referencesOf(content: string): References {
  const { documents } = parseSigma(content);
  const maps = documents.filter(({ contents }) => isMap(contents));
  return {
    own: new Set(maps.flatMap((one) => [...textsAt(one, "id"), ...textsAt(one, "name")])),
    joined: [...new Set(maps.flatMap((one) => textsAt(one, "correlation", "rules")))],
  };
}

/** The texts that stand under keys of a document: a list of them or one. */
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
