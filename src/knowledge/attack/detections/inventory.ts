import { foldText } from "../../../platform/lib/text.ts";
import { eventCodesOf } from "./channels.ts";

/** How much of the required log sources an inventory has. */
export const COVERAGES = ["all", "some", "none"] as const;
export type Coverage = (typeof COVERAGES)[number];

/** A log source and its channel, as named in a reference. */
export interface NamedSource {
  name: string;
  channel: string | null;
}

/**
 * The log sources of an organization, separated by commas: `WinEventLog:Sysmon` for all of it, or with a channel,
 * `WinEventLog:Sysmon:EventCode=1`. Case and width are ignored.
 */
export class LogInventory {
  readonly #entries: ReadonlySet<string>;
  /** The whole list, for channels that contain commas. */
  readonly #list: string;

  constructor(text: string) {
    const entries = text
      .split(",")
      .map(foldText)
      .filter((entry) => entry !== "");
    this.#entries = new Set(entries);
    this.#list = `,${entries.join(",")},`;
  }

  /** The number of different log sources. */
  get size(): number {
    return this.#entries.size;
  }

  /** Returns how much of a log source is available, for example some of its event codes. */
  covers({ name, channel }: NamedSource): Coverage {
    const folded = foldText(name);
    if (this.#has(folded)) return "all";
    if (channel === null) return "none";
    if (this.#hasList(`${folded}:${foldChannel(channel)}`)) return "all";
    const codes = eventCodesOf(channel);
    const known = codes.filter((code) => this.#has(`${folded}:eventcode=${code}`));
    if (known.length === 0) return "none";
    return known.length === codes.length ? "all" : "some";
  }

  #has(entry: string): boolean {
    return this.#entries.has(entry);
  }

  #hasList(entry: string): boolean {
    return this.#has(entry) || (entry.includes(",") && this.#list.includes(`,${entry},`));
  }
}

/** Combines coverages. Returns null if there are none. */
export function coverageOf(parts: readonly Coverage[]): Coverage | null {
  const [first] = parts;
  if (first === undefined) return null;
  return parts.every((part) => part === first) ? first : "some";
}

function foldChannel(channel: string): string {
  return channel.split(",").map(foldText).join(",");
}
