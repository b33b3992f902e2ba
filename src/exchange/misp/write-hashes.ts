import { md5 } from "@noble/hashes/legacy.js";
import { exchangedForm } from "../../formats/observables/exchanged.ts";
import { mispType } from "../../formats/observables/misp-type.ts";
import { toHex } from "../../platform/lib/to-hex.ts";
import type { SharedLevel } from "../../reading/entities/shared-level.ts";
import type { MispDeps } from "./deps.ts";
import { listShared } from "./list-shared.ts";

/**
 * Yields `hashes.csv` of a feed: the MD5 of each value with its event, by which a MISP server that only caches the feed
 * finds correlations. Both parts of a composite value have a line.
 */
export async function* writeHashes(
  deps: Pick<MispDeps, "sessions" | "now" | "observablesOfSession">,
  levels: readonly SharedLevel[],
): AsyncGenerator<string> {
  for await (const { id } of listShared(deps, levels)) {
    const hashes = new Set<string>();
    for await (const observable of deps.observablesOfSession(id)) {
      const value = exchangedForm(observable);
      const isComposite = mispType(observable.kind, value).type.includes("|");
      for (const part of isComposite ? value.split("|") : [value]) hashes.add(hashOf(part));
    }
    if (hashes.size > 0) yield Array.from(hashes, (hash) => `${hash},${id}\n`).join("");
  }
}

function hashOf(value: string): string {
  const bytes = md5(new TextEncoder().encode(value));
  return toHex(bytes.slice().buffer);
}
