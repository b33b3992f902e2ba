import { OutboundError } from "../../platform/outbound/outbound-error.ts";
import type { CollectionDeps } from "./deps.ts";
import { hasCredentials } from "./kinds/ask-source.ts";
import { type FoundSource, NoSource } from "./kinds/kind.ts";
import { SOURCE_KIND_TABLE } from "./kinds/kinds.ts";
import { SourceSearch } from "./kinds/source-search.ts";
import type { PreviewRequest, SourcePreview } from "./schema.ts";
import { invalidUrl, requireSourceUrl } from "./source-url.ts";
import { SOURCE_KINDS, type SourceKind } from "./vocabulary.ts";

/**
 * Finds the source for an address and reads its first items without storing anything.
 * @param given an address as pasted, with or without `https://`
 * @throws AppError `validation_error` with a sentence that says what to do
 */
export async function previewSource(
  deps: CollectionDeps,
  actor: string,
  given: PreviewRequest,
): Promise<SourcePreview> {
  const { url: address } = requireSourceUrl(deps, "rss", withScheme(given.url));
  const kinds = given.kind === undefined ? kindsFor(new URL(address)) : [given.kind];
  const search = new SourceSearch(deps, actor);
  const { kind, found } = await findFirst(search, kinds, withoutFragment(address));
  // The address may have redirected, so the final one is checked too.
  const { key, url } = requireSourceUrl(deps, kind, found.url);
  return {
    ...found,
    kind,
    url,
    has_credentials: hasCredentials(deps, url),
    source_id: await deps.collection.findIdByUrl(key),
  };
}

/** Returns all kinds, those whose addresses look like this one first. */
function kindsFor(address: URL): SourceKind[] {
  const looksLike = (kind: SourceKind) => SOURCE_KIND_TABLE[kind].looksLike(address);
  return [...SOURCE_KINDS].sort((a, b) => Number(looksLike(b)) - Number(looksLike(a)));
}

/** Returns the source of the first kind that has one at an address. If none has, throws the first kind's error. */
async function findFirst(
  search: SourceSearch,
  kinds: readonly SourceKind[],
  address: string,
): Promise<{ kind: SourceKind; found: FoundSource }> {
  let first: NoSource | null = null;
  for (const kind of kinds) {
    const found = await tryKind(search, kind, address);
    if (!(found instanceof NoSource)) return { kind, found };
    first ??= found;
    if (!found.isFinal) continue;
    first = found;
    break;
  }
  throw invalidUrl(first?.message ?? "There is no source at this address.");
}

async function tryKind(
  search: SourceSearch,
  kind: SourceKind,
  address: string,
): Promise<FoundSource | NoSource> {
  try {
    return await SOURCE_KIND_TABLE[kind].find(search, address);
  } catch (error) {
    if (error instanceof NoSource) return error;
    if (!(error instanceof OutboundError)) throw error;
    return new NoSource(`No source was found: ${error.message}`, {
      isFinal: error.status === null,
      cause: error,
    });
  }
}

/** Adds the scheme that browsers omit when users copy an address. */
function withScheme(given: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `https://${given}`;
}

function withoutFragment(address: string): string {
  const url = new URL(address);
  url.hash = "";
  return url.href;
}
