import type { SigmaSource } from "../../catalogue/file-schema.ts";
import { labelOf } from "./collected-source.ts";
import type { Feed } from "./feeds.ts";
import { isOperatingSystem, platformsOfProduct, sharePlatform } from "./platforms.ts";
import { foldWords } from "./sigma-name.ts";

/**
 * How much of what a rule reads is collected. `unknown`: the rule does not say what it reads.
 */
export const RULE_TELEMETRY = ["all", "some", "none", "unknown"] as const;
export type RuleTelemetry = (typeof RULE_TELEMETRY)[number];

/** Something that is collected, with what it is in Sigma's words. */
export interface FeedingSource {
  /** How a proof names it. */
  label: string;
  /** Without its channels; left out where it has none. */
  name?: string;
  /** Folded; empty: all. */
  platforms: readonly string[];
  feeds: readonly Feed[];
  /** The same of each of its channels, where it has several. */
  channels?: () => readonly { channel: string; feeds: readonly Feed[] }[];
}

/** How much of a rule's log source is collected, and what tells so. */
export interface Collected {
  collected: RuleTelemetry;
  /** What of the inventory it is; null for none. */
  by: string | null;
}

/** What a rule reads. */
interface Wanted {
  /** Folded. */
  words: SigmaSource;
  eventIds: readonly number[];
}

const NONE: Collected = { collected: "none", by: null };
const UNKNOWN: Collected = { collected: "unknown", by: null };

/** Tells which log sources of rules are collected; each is looked up once. */
export class CollectedTelemetry {
  readonly #sources: readonly FeedingSource[];
  readonly #known = new Map<string, Collected>();

  constructor(sources: readonly FeedingSource[]) {
    this.#sources = sources;
  }

  /**
   * How much of a log source is collected.
   * @param eventIds of Windows events of which a rule asks for one; empty: it asks for none
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

/** An entry with the channel that makes it so; with several where only they together do. */
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

/** Windows has hundreds of logs: a rule for it alone, without event ids, does not say what it reads. */
function isAnyOfWindows({ words, eventIds }: Wanted): boolean {
  return words.product === "windows" && isWholeProduct(words) && eventIds.length === 0;
}

function isWholeProduct({ category, service }: SigmaSource): boolean {
  return category === undefined && service === undefined;
}

/** Whether each word of a rule's log source equals, or follows from, what is collected. */
function covers(feed: Feed, wanted: Wanted): "all" | "some" | "none" {
  const { words, isWhole, codes } = feed;
  const { category, service, product } = wanted.words;
  if (category !== undefined && category !== words.category) return "none";
  if (service !== undefined && service !== words.service) return "none";
  if (product !== undefined && product !== words.product) {
    // What names no product records every operating system that it runs on.
    if (words.product !== undefined || !isOperatingSystem(product)) return "none";
  }
  const isForProduct = isWholeProduct(wanted.words);
  if (isWhole && !isForProduct) return "all";
  if (isAnyOfWindows(wanted)) return isWholeProduct(words) ? "some" : "none";
  // One log is some of a whole product, and so is an unnamed part of a log.
  if (wanted.eventIds.length === 0) return "some";
  if (codes === null) return isForProduct ? "none" : "some";
  return shareOf(wanted.eventIds, codes);
}

function shareOf(wanted: readonly number[], had: ReadonlySet<number>): "all" | "some" | "none" {
  const shared = wanted.filter((id) => had.has(id)).length;
  return shared === 0 ? "none" : shared === wanted.length ? "all" : "some";
}
