import { type Source, SOURCES } from "./catalogue.ts";

/** Events of a category of Sigma in the Windows event log. */
export interface CategoryEvents {
  /** Empty where the category is all of the channel. */
  ids: readonly string[];
  /** Fields that the events have, with what they begin with; lower case. */
  when: readonly (readonly [field: string, start: string])[];
}

/** The channel of Sysmon for Linux, whose events have the form of Windows. */
export const LINUX_CHANNELS: ReadonlySet<string> = new Set(
  SOURCES.filter(({ entry }) => entry.sigma?.product === "linux").flatMap(({ entry }) =>
    (entry.channels ?? []).map(lower),
  ),
);

const ROWS = SOURCES.flatMap(({ rows }) => rows).filter(({ channels }) => channels.length > 0);

/** What a category of Sigma is in the event log, by the channel in lower case. */
export const CATEGORY_EVENTS: ReadonlyMap<
  string,
  ReadonlyMap<string, readonly CategoryEvents[]>
> = new Map(
  [...group(SOURCES.flatMap(eventsOfCategories))].map(([category, events]) => [
    category,
    group(events),
  ]),
);

/** The event ids of a category, whatever the channel; none for one that is all of a channel. */
export const CATEGORY_IDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [...CATEGORY_EVENTS].map(([category, channels]) => [
    category,
    new Set([...channels.values()].flat().flatMap(({ ids }) => ids)),
  ]),
);

function eventsOfCategories({ entry, rows }: Source): [string, [string, CategoryEvents]][] {
  return rows.flatMap(({ sigma: { category }, channels, codes, when, isPartly }) => {
    // All of a channel is a category only where no code tells its events apart.
    const isAll = codes === null && entry.events === undefined && !isPartly;
    if (category === undefined || !(codes !== null || isAll)) return [];
    const events = { ids: (codes ?? []).map(String), when: Object.entries(when) };
    return channels.map((channel): [string, [string, CategoryEvents]] => [
      category,
      [lower(channel), events],
    ]);
  });
}

/** The channels of a service of Sigma, in lower case. */
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

/** Channels that the catalogue knows: an event that names one is of Windows. */
export const KNOWN_CHANNELS: ReadonlySet<string> = new Set(
  ROWS.flatMap(({ channels }) => channels.map(lower)),
);

/** The channel of a provider's events, for events that name no channel; both in lower case. */
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
