import { SOURCES } from "./catalogue.ts";

/** Events of a category of Sigma in the Windows event log. */
export interface CategoryEvents {
  /** In lower case. */
  channels: readonly string[];
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

/** What a category of Sigma is in the event log. */
export const CATEGORY_EVENTS: ReadonlyMap<string, readonly CategoryEvents[]> = group(
  SOURCES.flatMap(({ entry, rows }) =>
    rows.flatMap(
      ({ sigma: { category }, channels, codes, when, isPartly }): [string, CategoryEvents][] => {
        // All of a channel is a category only where no code tells its events apart.
        const isAll = codes === null && entry.events === undefined && !isPartly;
        if (category === undefined || channels.length === 0 || !(codes !== null || isAll))
          return [];
        const ids = (codes ?? []).map(String);
        return [[category, { channels: channels.map(lower), ids, when: Object.entries(when) }]];
      },
    ),
  ),
);

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
