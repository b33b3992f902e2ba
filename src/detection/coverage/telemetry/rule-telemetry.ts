import type { SigmaSource } from "../../catalogue/file-schema.ts";
import { labelOf } from "./collected-source.ts";
import type { Feed } from "./feeds.ts";
import { isOperatingSystem, platformsOfProduct, sharePlatform } from "./platforms.ts";
import { foldWords } from "./sigma-name.ts";

/** How much of a rule's telemetry is collected. `unknown`: the rule does not specify its log source. */
export const RULE_TELEMETRY = ["all", "some", "none", "unknown"] as const;
export type RuleTelemetry = (typeof RULE_TELEMETRY)[number];

/** A collected source in Sigma's terms. */
export interface FeedingSource {
  /** Label in a proof. */
  label: string;
  /** The label without channels; absent if it has none. */
  name?: string;
  /** Folded; empty means all. */
  platforms: readonly string[];
  feeds: readonly Feed[];
  /** The feeds of each channel, if it has several. */
  channels?: () => readonly { channel: string; feeds: readonly Feed[] }[];
}

/** How much of a rule's log source is collected, and the proof. */
export interface Collected {
  collected: RuleTelemetry;
  /** The inventory entry; null if none. */
  by: string | null;
}

/** The telemetry that a rule requires. */
interface Wanted {
  /** Folded. */
  words: SigmaSource;
  eventIds: readonly number[];
}

const NONE: Collected = { collected: "none", by: null };
const UNKNOWN: Collected = { collected: "unknown", by: null };

/** Judges which log sources of rules are collected, and caches each result. */
export class CollectedTelemetry {
  readonly #sources: readonly FeedingSource[];
  readonly #known = new Map<string, Collected>();

  constructor(sources: readonly FeedingSource[]) {
    this.#sources = sources;
  }

  /**
   * Returns how much of a log source is collected.
   * @param eventIds Windows event ids that a rule matches one of; empty if it requires none
   */
  of(logsource: SigmaSource | null, eventIds: readonly number[] = []): Collected {
    const words = foldWords(logsource);
    if (words === null) return UNKNOWN;
    const key = JSON.stringify([words.category, words.product, words.service, eventIds]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#find({ words, eventIds });
    this.#known.set(key, found);
    return found;
  }

  #find(wanted: Wanted): Collected {
    let some: FeedingSource | null = null;
    for (const source of this.#sources) {
      if (!sharePlatform(source.platforms, platformsOfProduct(wanted.words.product))) continue;
      const collected = coverage(source.feeds, wanted);
      if (collected === "all") return { collected, by: nameCollecting(source, wanted, collected) };
      if (collected === "some") some ??= source;
    }
    if (some === null) return isAnyOfWindows(wanted) ? UNKNOWN : NONE;
    return { collected: "some", by: nameCollecting(some, wanted, "some") };
  }
}

/** Returns the label of an entry with the decisive channel, or with several if they only suffice together. */
function nameCollecting(
  { name, label, channels }: FeedingSource,
  wanted: Wanted,
  collected: "all" | "some",
): string {
  const parts = (channels?.() ?? []).filter(({ feeds }) => coverage(feeds, wanted) !== "none");
  if (name === undefined || parts.length === 0) return label;
  const whole = parts.find(({ feeds }) => coverage(feeds, wanted) === collected);
  const named = whole === undefined ? parts : [whole];
  return labelOf({ name, channels: named.map(({ channel }) => channel) });
}

function coverage(feeds: readonly Feed[], wanted: Wanted): "all" | "some" | "none" {
  const found = new Set(feeds.map((feed) => covers(feed, wanted)));
  return found.has("all") ? "all" : found.has("some") ? "some" : "none";
}

/** Windows has hundreds of logs: a rule for it alone, without event ids, does not specify its log source. */
function isAnyOfWindows({ words, eventIds }: Wanted): boolean {
  return words.product === "windows" && isWholeProduct(words) && eventIds.length === 0;
}

function isWholeProduct({ category, service }: SigmaSource): boolean {
  return category === undefined && service === undefined;
}

/** Returns whether each term of a rule's log source equals, or follows from, what is collected. */
function covers(feed: Feed, wanted: Wanted): "all" | "some" | "none" {
  const { words, isWhole, codes } = feed;
  const { category, service, product } = wanted.words;
  if (category !== undefined && category !== words.category) return "none";
  if (service !== undefined && service !== words.service) return "none";
  if (product !== undefined && product !== words.product) {
    // A source without a product records every operating system that it runs on.
    if (words.product !== undefined || !isOperatingSystem(product)) return "none";
  }
  const isForProduct = isWholeProduct(wanted.words);
  if (isWhole && !isForProduct) return "all";
  if (isAnyOfWindows(wanted)) return isWholeProduct(words) ? "some" : "none";
  // One log is part of a whole product, and an unnamed part is part of a log.
  if (wanted.eventIds.length === 0) return "some";
  if (codes === null) return isForProduct ? "none" : "some";
  return shareOf(wanted.eventIds, codes);
}

function shareOf(wanted: readonly number[], had: ReadonlySet<number>): "all" | "some" | "none" {
  const shared = wanted.filter((id) => had.has(id)).length;
  return shared === 0 ? "none" : shared === wanted.length ? "all" : "some";
}
