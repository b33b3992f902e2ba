import { channelKindOf, eventCodesOf } from "../../../knowledge/attack/detections/channels.ts";
import type { Coverage } from "../../../knowledge/attack/detections/inventory.ts";
import { foldText } from "../../../platform/lib/text.ts";
import { type CollectedSource, labelOf } from "./collected-source.ts";
import { foldPlatforms, sharePlatform } from "./platforms.ts";

/** The input of an analytic. */
export interface ReadSource {
  name: string;
  channel: string | null;
  /** Whether the shipped facts omit a channel. */
  withheld: boolean;
  /** Name of its data component; null if the release lacks it. */
  component: string | null;
}

/** How much of a log source is collected, and by which entry. */
export interface CoveredBy {
  covered: Coverage;
  /** The inventory entry; null if none. */
  by: string | null;
}

const NONE: CoveredBy = { covered: "none", by: null };

interface Entry {
  source: CollectedSource;
  label: string;
  platforms: readonly string[];
  isWhole: boolean;
  codes: ReadonlySet<number>;
  /** Its folded channels, and the parts of those that are lists. */
  texts: ReadonlySet<string>;
}

/** The collected sources, indexed by what analytics use. */
export class ReferenceIndex {
  readonly #byName: ReadonlyMap<string, readonly Entry[]>;
  readonly #byComponent: ReadonlyMap<string, readonly Entry[]>;

  constructor(sources: readonly CollectedSource[]) {
    const entries = sources.map(toEntry);
    const named = (kind: CollectedSource["kind"]) =>
      Map.groupBy(
        entries.filter(({ source }) => source.kind === kind),
        ({ source }) => foldText(source.name),
      );
    this.#byName = named("log_source");
    this.#byComponent = named("component");
  }

  /**
   * Returns how much of a log source is collected on one of the platforms. A channel that lists several event codes or
   * operations may be covered partly.
   * @param platforms folded; empty means any
   */
  covers(
    { name, channel, withheld, component }: ReadSource,
    platforms: readonly string[],
  ): CoveredBy {
    const isHere = (entry: Entry) => sharePlatform(entry.platforms, platforms);
    const asComponent = this.#byComponent.get(foldText(component ?? ""))?.find(isHere);
    if (asComponent !== undefined) return { covered: "all", by: asComponent.label };
    const entries = (this.#byName.get(foldText(name)) ?? []).filter(isHere);
    const whole = entries.find(({ isWhole }) => isWhole);
    if (whole !== undefined) return { covered: "all", by: whole.label };
    if (channel === null || withheld || entries.length === 0) return NONE;
    return coverParts(entries, channel);
  }
}

function coverParts(entries: readonly Entry[], channel: string): CoveredBy {
  const folded = foldChannel(channel);
  const exact = entries.find(({ texts }) => texts.has(folded));
  if (exact !== undefined) return { covered: "all", by: exact.label };
  const codes = eventCodesOf(channel);
  const isIn: ((entry: Entry) => boolean)[] =
    codes.length > 0
      ? codes.map((code) => (entry) => entry.codes.has(code))
      : partsOf(channel).map((part) => (entry) => entry.texts.has(part));
  const found = isIn.map((test) => entries.find(test));
  const first = found.find((entry) => entry !== undefined);
  if (first === undefined) return NONE;
  const isAll = found.every((entry) => entry !== undefined);
  const labels = new Set(found.flatMap((entry) => (entry === undefined ? [] : [entry.label])));
  return { covered: isAll ? "all" : "some", by: [...labels].join(", ") };
}

/** Returns the operations that a channel lists (`GetObject, CopyObject`), or an empty list if it is a sentence. */
export function partsOf(channel: string): string[] {
  if (channelKindOf(channel, false) !== "name") return [];
  return channel
    .split(",")
    .map(foldText)
    .filter((part) => part !== "");
}

function toEntry(source: CollectedSource): Entry {
  return {
    source,
    label: labelOf(source),
    platforms: foldPlatforms(source.platforms),
    isWhole: source.channels.length === 0,
    codes: new Set(source.channels.flatMap((channel) => eventCodesOf(channel.trim()))),
    texts: new Set(
      source.channels.flatMap((channel) => [foldChannel(channel), ...partsOf(channel)]),
    ),
  };
}

/** Folds a channel for comparison, ignoring white space around commas. */
export function foldChannel(channel: string): string {
  return channel.split(",").map(foldText).join(",");
}
