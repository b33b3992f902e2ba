import { foldText } from "../../../../platform/lib/text.ts";
import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import type { CollectionDeps } from "../../deps.ts";
import type { Source } from "../../store.ts";
import type { Filters } from "../../vocabulary.ts";
import { fetchJson } from "../fetch-json.ts";
import type { Piece, Pieces } from "../import-pieces.ts";
import { fetchManifest, type ListedEvent } from "./manifest.ts";

/** Maximum number of consecutive events that fail before the run stops using the server. */
const MAX_SILENT = 3;
const TOO_MANY_REQUESTS = 429;

/**
 * Reads the events of a feed that are new or changed since the last run, the oldest change first. Events no longer
 * in the manifest remain as they were read. An unreadable event blocks no other, and the next run requests it
 * again.
 * @throws OutboundError
 */
export async function* readMispFeed(deps: CollectionDeps, source: Source): Pieces {
  const { events, broken } = await fetchManifest(deps, source.url);
  if (broken > 0) {
    const first = `The manifest has ${broken} entries without a UUID or timestamp.`;
    const skipped = { count: broken, first };
    yield { content: null, state: null, skipped };
  }
  const known = await deps.collection.listItems(source.id);
  const wanted = events.filter(
    (event) => known.get(event.uuid) !== event.version && isWanted(event, source.filters),
  );
  let silent = 0;
  for (const { uuid, version } of wanted) {
    const piece = await readEvent(deps, source, uuid, version);
    if (!(piece instanceof OutboundError)) {
      silent = 0;
      yield piece;
      continue;
    }
    silent = piece.transient ? silent + 1 : 0;
    if (piece.status === TOO_MANY_REQUESTS || silent >= MAX_SILENT) throw piece;
    yield { content: null, state: null, skipped: { count: 1, first: piece.message } };
  }
  return null;
}

async function readEvent(
  deps: CollectionDeps,
  { url }: Source,
  uuid: string,
  version: string,
): Promise<Piece | OutboundError> {
  let isEvent = false;
  try {
    const { bytes } = await fetchJson(deps, {
      url: new URL(`${uuid}.json`, url).href,
      headers: { Accept: "application/json" },
      select: (path) => path.length === 2 && path[0] === "Event" && path[1] === "info",
      visit: ({ value }) => {
        isEvent ||= typeof value === "string";
      },
    });
    if (isEvent) return { content: bytes, state: null, items: [{ item: uuid, version }] };
  } catch (error) {
    if (error instanceof OutboundError) return error;
    throw error;
  }
  const message = `${new URL(`${uuid}.json`, url).href} is no MISP event.`;
  return new OutboundError(message, { transient: false, status: 200 });
}

/** Returns whether the filters of a source admit an event. */
function isWanted(
  { tags, organization }: ListedEvent,
  { tags: wantedTags = [], organizations = [] }: Filters,
): boolean {
  const own = new Set(tags.map((tag) => foldText(tag)));
  const has = (tag: string) => own.has(foldText(tag));
  const excluded = wantedTags.filter((tag) => tag.startsWith("!")).map((tag) => tag.slice(1));
  const included = wantedTags.filter((tag) => !tag.startsWith("!"));
  if (excluded.some(has) || (included.length > 0 && !included.some(has))) return false;
  const from = foldText(organization ?? "");
  return organizations.length === 0 || organizations.some((name) => foldText(name) === from);
}
