/**
 * The object that an inventory entry names: an ATT&CK log source (before version 18, a data source), or a data
 * component, which represents every log source that feeds it.
 */
export const SOURCE_KINDS = ["log_source", "component"] as const;
export type SourceKind = (typeof SOURCE_KINDS)[number];

/** The fields of an inventory entry that coverage uses. */
export interface CollectedSource {
  kind: SourceKind;
  name: string;
  /** Collected channels; empty means all. */
  channels: readonly string[];
  /** Platforms where it is collected; empty means all. */
  platforms: readonly string[];
}

/** Returns the label of an entry in a proof: `WinEventLog:Sysmon EventCode=1`. */
export function labelOf({ name, channels }: Pick<CollectedSource, "name" | "channels">): string {
  return channels.length === 0 ? name : `${name} ${channels.join("; ")}`;
}
