import { OutboundError } from "../../../../platform/outbound/outbound-error.ts";
import { sourceLimits } from "../../../../platform/outbound/time-limits.ts";
import { fetchJson } from "../fetch-json.ts";
import { type FoundSource, NoSource } from "../kind.ts";
import type { SourceSearch } from "../source-search.ts";
import { askMisp } from "./ask-misp.ts";
import { baseOf } from "./misp-base.ts";

const PREVIEWED_ITEMS = 5;

/** Finds the MISP server at an address, which may be that of any of its pages. */
export async function findMisp(search: SourceSearch, address: string): Promise<FoundSource> {
  const given = new URL(address);
  const base = await requireMisp(search, `${given.origin}${baseOf(given.pathname)}`);
  const { deps } = search;
  const query = { limit: PREVIEWED_ITEMS, page: 1, since: null, filters: {}, isBrief: true };
  try {
    const { events } = await askMisp(deps, base, query, search.within(sourceLimits(deps.settings)));
    return {
      url: base,
      title: `MISP at ${new URL(base).host}`,
      origin: "address",
      item_count: null,
      items: events.slice(0, PREVIEWED_ITEMS).map(({ info, timestamp }) => ({
        title: info ?? "An event without a name",
        url: null,
        published_at: timestamp === null ? null : new Date(timestamp * 1000).toISOString(),
      })),
      others: [],
    };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    throw new NoSource(error.message, { isFinal: true, cause: error });
  }
}

/**
 * Returns the address of the MISP server, which responds with its version or requires a key.
 * @throws NoSource, OutboundError
 */
async function requireMisp(search: SourceSearch, base: string): Promise<string> {
  const { deps } = search;
  const fields = new Map<string, unknown>();
  const none = `${base} is no MISP server.`;
  try {
    const { permanentUrl, refusal } = await fetchJson(deps, {
      url: new URL("servers/getVersion", base).href,
      headers: { Accept: "application/json" },
      limits: search.within(sourceLimits(deps.settings)),
      also: [401, 403],
      select: (path) => path.length === 1,
      visit: ({ path, value }) => fields.set(String(path[0]), value),
    });
    // Without a key, MISP responds with JSON that contains the path.
    if (refusal !== null && fields.has("url")) {
      throw new NoSource(refusal.message, { isFinal: true, cause: refusal });
    }
    if (typeof fields.get("version") !== "string") throw new NoSource(none);
    return new URL("..", permanentUrl).href;
  } catch (error) {
    if (!(error instanceof OutboundError) || error.status === null) throw error;
    throw new NoSource(none, { cause: error });
  }
}
