import { z } from "zod";
import type { TimeLimits } from "../../../../platform/outbound/time-limits.ts";
import type { CollectionDeps } from "../../deps.ts";
import { fetchJson } from "../fetch-json.ts";

/** An event in the manifest of a feed. */
export interface ListedEvent {
  uuid: string;
  /** Changes with every change of the event. */
  version: string;
  title: string;
  /** ISO 8601. */
  at: string | null;
  organization: string | null;
  tags: string[];
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;
const entrySchema = z.object({
  timestamp: z.union([z.string().regex(/^\d{1,12}$/), z.int().nonnegative()]),
  info: z.string().nullish(),
  date: z.string().nullish(),
  Orgc: z.object({ name: z.string().nullish() }).nullish(),
  Tag: z.array(z.object({ name: z.string() })).nullish(),
});

export interface Manifest {
  events: ListedEvent[];
  /** Entries that name no event. */
  broken: number;
  /** The address after following only permanent redirects. */
  permanentUrl: string;
}

/** Returns the events of a feed, the earliest changed first. @throws OutboundError */
export async function fetchManifest(
  deps: CollectionDeps,
  folder: string,
  limits?: TimeLimits,
): Promise<Manifest> {
  const events: ListedEvent[] = [];
  let broken = 0;
  const { permanentUrl } = await fetchJson(deps, {
    url: new URL("manifest.json", folder).href,
    headers: { Accept: "application/json" },
    ...(limits !== undefined && { limits }),
    // A feed without events is an empty list.
    select: (path) => path.length === 1,
    visit: ({ path, value }) => {
      const event = toEvent(String(path[0]), value);
      if (event === null) broken += 1;
      else events.push(event);
    },
  });
  events.sort((a, b) => Number(a.version) - Number(b.version));
  return { events, broken, permanentUrl };
}

function toEvent(uuid: string, value: unknown): ListedEvent | null {
  const { data } = entrySchema.safeParse(value);
  if (!UUID.test(uuid) || data === undefined) return null;
  const time = Number(data.timestamp) * 1000;
  return {
    uuid: uuid.toLowerCase(),
    version: String(data.timestamp),
    title: data.info ?? uuid,
    at: time > 0 ? new Date(time).toISOString() : null,
    organization: data.Orgc?.name ?? null,
    tags: (data.Tag ?? []).map(({ name }) => name),
  };
}
