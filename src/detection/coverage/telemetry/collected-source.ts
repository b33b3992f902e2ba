/**
 * What an entry of an inventory names: a log source of ATT&CK (or, of releases before 18, a data
 * source), or a data component, which stands for every log source that feeds it.
 */
export const SOURCE_KINDS = ["log_source", "component"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** An entry of an inventory, as far as coverage asks. */
export interface CollectedSource {
  kind: SourceKind;
  name: string;
  /** Channels of the log source; empty: all of it. */
  channels: readonly string[];
  /** Platforms that it is collected on; empty: all. */
  platforms: readonly string[];
}

/** How an entry is named in a proof: `WinEventLog:Sysmon EventCode=1`. */
export function labelOf({ name, channels }: Pick<CollectedSource, "name" | "channels">): string {
  return channels.length === 0 ? name : `${name} ${channels.join("; ")}`;
}
