import { z } from "zod";
import { stringOf } from "../../../../formats/stix/stix-object.ts";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import { sourceLimits } from "../../../../platform/outbound/time-limits.ts";
import { type FoundSource, NoSource } from "../kind.ts";
import type { SourceSearch } from "../source-search.ts";
import { fetchObjects, fetchResource } from "./fetch-taxii.ts";

/** Maximum number of roots examined and collections listed per server. */
const MAX_ROOTS = 5;
const MAX_COLLECTIONS = 200;
const PREVIEWED_ITEMS = 5;
const MAX_TITLE_CHARS = 300;

const rootsSchema = z.array(z.string().max(2048)).min(1);
const collectionSchema = z.object({
  id: z.string().min(1).max(200),
  title: z.string().max(1_000).nullish(),
  can_read: z.boolean(),
});
const collectionsSchema = z.array(z.unknown());

interface Listed {
  url: string;
  title: string | null;
}

/**
 * Finds the collections for an address: the collection itself, those of an API root, or those of the roots in a
 * discovery document. One of them includes its first objects.
 */
export async function findCollections(search: SourceSearch, address: string): Promise<FoundSource> {
  const start = withSlash(address);
  const first = await tryAddress(search, start, true);
  const listed = first ?? (await tryAddress(search, wellKnown(start), false));
  if (listed === null) {
    throw new NoSource(`${address} is no TAXII 2.1 server, API root or collection.`);
  }
  const [chosen, ...others] = listed;
  if (chosen === undefined) {
    const why = "The TAXII server lists no collection that may be read.";
    const advice = "If it needs credentials, an operator adds them to SERVER_CREDENTIALS.";
    throw new NoSource(`${why} ${advice}`, { isFinal: true });
  }
  const isItself = chosen.url === start || `${chosen.url}objects/` === start;
  return {
    ...chosen,
    origin: isItself ? "address" : "linked",
    item_count: null,
    items: await previewItems(search, chosen.url),
    others,
  };
}

/**
 * Returns the collections at an address, or null if there is no TAXII resource.
 * @param isNamed whether a user entered the address
 */
async function tryAddress(
  search: SourceSearch,
  address: string,
  isNamed: boolean,
): Promise<Listed[] | null> {
  // The objects endpoint does not describe its collection.
  const url = address.replace(/\/objects\/$/, "/");
  try {
    const { fields, answer } = await resource(search, url);
    const at = withSlash(answer.permanentUrl);
    const roots = rootsSchema.safeParse(fields.get("api_roots"));
    if (roots.success) return await collectionsOfRoots(search, at, roots.data);
    const itself = collectionSchema.safeParse(Object.fromEntries(fields));
    if (itself.success) return toListed([itself.data], () => at);
    if (fields.has("collections")) return readCollections(at, fields);
    if (fields.has("versions")) return await collectionsOf(search, at);
    return null;
  } catch (error) {
    if (!(error instanceof OutboundError) || error.status === null) throw error;
    const isRefused = error.status === 401 || error.status === 403;
    if (!isRefused) return null;
    // A server that rejects everything is not necessarily of this kind.
    throw new NoSource(error.message, { isFinal: isNamed && /taxii/i.test(url), cause: error });
  }
}

async function collectionsOfRoots(
  search: SourceSearch,
  from: string,
  roots: readonly string[],
): Promise<Listed[]> {
  const listed: Listed[] = [];
  let fault: OutboundError | null = null;
  for (const root of roots.slice(0, MAX_ROOTS)) {
    if (!URL.canParse(root, from)) continue;
    try {
      listed.push(...(await collectionsOf(search, withSlash(new URL(root, from).href))));
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error;
      fault ??= error;
    }
  }
  if (listed.length === 0 && fault !== null) {
    throw new NoSource(fault.message, { isFinal: true, cause: fault });
  }
  return listed;
}

async function collectionsOf(search: SourceSearch, root: string): Promise<Listed[]> {
  const at = new URL("collections/", root).href;
  const { fields } = await resource(search, at);
  return readCollections(at, fields);
}

function readCollections(at: string, fields: Map<string, unknown>): Listed[] {
  const given = collectionsSchema.safeParse(fields.get("collections")).data ?? [];
  const known = given
    .map((one) => collectionSchema.safeParse(one).data)
    .filter((one) => one !== undefined);
  return toListed(known.slice(0, MAX_COLLECTIONS), ({ id }) => `${at}${encodeURIComponent(id)}/`);
}

function toListed(
  collections: readonly z.output<typeof collectionSchema>[],
  urlOf: (collection: z.output<typeof collectionSchema>) => string,
): Listed[] {
  return collections
    .filter(({ can_read: isReadable }) => isReadable)
    .map((collection) => ({ url: urlOf(collection), title: collection.title ?? null }));
}

async function resource(search: SourceSearch, url: string) {
  const limits = search.within(sourceLimits(search.deps.settings));
  return await fetchResource(search.deps, url, limits);
}

async function previewItems(search: SourceSearch, collection: string) {
  const limits = search.within(sourceLimits(search.deps.settings));
  const url = `${collection}objects/?limit=${PREVIEWED_ITEMS}`;
  const objects = await fetchObjects(search.deps, url, limits)
    .then((page) => page.objects)
    .catch((error: unknown) => {
      // The collections of a slow server can still be added.
      if (error instanceof OutboundError && error.status === null && error.transient) return [];
      throw error;
    });
  return objects.slice(0, PREVIEWED_ITEMS).map(({ json }) => {
    const object = JSON.parse(json) as Record<string, unknown>;
    const { name, id, type, modified, created } = object;
    const told = stringOf(name) ?? stringOf(id) ?? stringOf(type) ?? "An object without an id";
    const time = Date.parse(stringOf(modified) ?? stringOf(created) ?? "");
    return {
      title: told.slice(0, MAX_TITLE_CHARS),
      url: null,
      published_at: Number.isNaN(time) ? null : new Date(time).toISOString(),
    };
  });
}

/** Returns the address of a TAXII server's discovery document (TAXII 2.1, 4.1). */
function wellKnown(address: string): string {
  return new URL("/taxii2/", address).href;
}

function withSlash(address: string): string {
  const url = new URL(address);
  url.search = "";
  url.pathname = url.pathname.replace(/\/*$/, "/");
  return url.href;
}
