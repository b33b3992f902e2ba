import { type Source, SOURCES } from "./catalogue.ts";

/** Events of a Sigma category in the Windows event log. */
export interface CategoryEvents {
  /** Empty if the category covers the whole channel. */
  ids: readonly string[];
  /** Fields of the events with their prefixes, in lower case. */
  when: readonly (readonly [field: string, start: string])[];
}

/** The channel of Sysmon for Linux, whose events have the Windows format. */
export const LINUX_CHANNELS: ReadonlySet<string> = new Set(
  SOURCES.filter(({ entry }) => entry.sigma?.product === "linux").flatMap(({ entry }) =>
    (entry.channels ?? []).map(lower),
  ),
);

const ROWS = SOURCES.flatMap(({ rows }) => rows).filter(({ channels }) => channels.length > 0);

/** Events of a Sigma category in the event log, by channel in lower case. */
export const CATEGORY_EVENTS: ReadonlyMap<
  string,
  ReadonlyMap<string, readonly CategoryEvents[]>
> = new Map(
  [...group(SOURCES.flatMap(eventsOfCategories))].map(([category, events]) => [
    category,
    group(events),
  ]),
);

/** The event ids of a category, whatever the channel; none for one that covers a whole channel. */
export const CATEGORY_IDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...CATEGORY_EVENTS].map(([category, channels]) => [
    category,
    new Set([...channels.values()].flat().flatMap(({ ids }) => ids)),
  ]),
);

function eventsOfCategories({ entry, rows }: Source): [string, [string, CategoryEvents]][] {
  return rows.flatMap(({ sigma: { category }, channels, codes, when, isPartly }) => {
    // A whole channel is a category only if no code separates its events.
    const isAll = codes === null && entry.events === undefined && !isPartly;
    if (category === undefined || !(codes !== null || isAll)) return [];
    const events = { ids: (codes ?? []).map(String), when: Object.entries(when) };
    return channels.map((channel): [string, [string, CategoryEvents]] => [
      category,
      [lower(channel), events],
    ]);
  });
}

/** The channels of a Sigma service, in lower case. */
export const SERVICE_CHANNELS: ReadonlyMap<string, readonly string[]> = new Map(
  [
    ...group(
      ROWS.flatMap(({ sigma: { service }, channels }) =>
        service === undefined
          ? []
          : channels.map((channel): [string, string] => [service, lower(channel)]),
      ),
    ),
  ].map(([service, channels]) => [service, [...new Set(channels)]]),
);

/** Channels in the catalogue. An event that names one is a Windows event. */
export const KNOWN_CHANNELS: ReadonlySet<string> = new Set(
  ROWS.flatMap(({ channels }) => channels.map(lower)),
);

/** Channel by provider, for events that name no channel; both in lower case. */
export const PROVIDER_CHANNELS: ReadonlyMap<string, string> = new Map(
  SOURCES.flatMap(({ entry: { providers = [], channels = [] } }) =>
    providers.map((provider, at): [string, string] => [
      lower(provider),
      lower(channels[at] ?? channels[0] ?? ""),
    ]),
  ),
);

function group<V>(pairs: readonly [string, V][]): ReadonlyMap<string, readonly V[]> {
  const grouped = new Map<string, V[]>();
  for (const [key, value] of pairs) grouped.set(key, [...(grouped.get(key) ?? []), value]);
  return grouped;
}

function lower(text: string): string {
  return text.toLowerCase();
}
