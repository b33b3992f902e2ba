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

const NONE: Collected = { collected: "none", by: null };

/** Tells which log sources of rules are collected; each is looked up once. */
export class CollectedTelemetry {
  readonly #sources: readonly FeedingSource[];
  readonly #known = new Map<string, Collected>();

  constructor(sources: readonly FeedingSource[]) {
    this.#sources = sources;
  }

  /** How much of a log source is collected. */
  of(logsource: SigmaSource | null): Collected {
    const wanted = foldWords(logsource);
    if (wanted === null) return { collected: "unknown", by: null };
    const key = JSON.stringify([wanted.category, wanted.product, wanted.service]);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const found = this.#find(wanted);
    this.#known.set(key, found);
    return found;
  }

  #find(wanted: SigmaSource): Collected {
    let some: FeedingSource | null = null;
    for (const source of this.#sources) {
      if (!sharePlatform(source.platforms, platformsOfProduct(wanted.product))) continue;
      const collected = coverage(source.feeds, wanted);
      if (collected === "all") return { collected, by: nameCollecting(source, wanted, collected) };
      if (collected === "some") some ??= source;
    }
    if (some === null) return NONE;
    return { collected: "some", by: nameCollecting(some, wanted, "some") };
  }
}

/** An entry with the channel that makes it so; with several where only they together do. */
function nameCollecting(
  { name, label, channels }: FeedingSource,
  wanted: SigmaSource,
  collected: "all" | "some",
): string {
  const parts = (channels?.() ?? []).filter(({ feeds }) => coverage(feeds, wanted) !== "none");
  if (name === undefined || parts.length === 0) return label;
  const whole = parts.find(({ feeds }) => coverage(feeds, wanted) === collected);
  const named = whole === undefined ? parts : [whole];
  return labelOf({ name, channels: named.map(({ channel }) => channel) });
}

function coverage(feeds: readonly Feed[], wanted: SigmaSource): "all" | "some" | "none" {
  const found = new Set(feeds.map((feed) => covers(feed, wanted)));
  return found.has("all") ? "all" : found.has("some") ? "some" : "none";
}

/** Whether each word of a rule's log source equals, or follows from, what is collected. */
function covers({ words, isWhole }: Feed, wanted: SigmaSource): "all" | "some" | "none" {
  if (wanted.category !== undefined && wanted.category !== words.category) return "none";
  if (wanted.service !== undefined && wanted.service !== words.service) return "none";
  if (wanted.product !== undefined && wanted.product !== words.product) {
    // What names no product records every operating system that it runs on.
    if (words.product !== undefined || !isOperatingSystem(wanted.product)) return "none";
  }
  // A rule for a whole product reads all its logs, of which this is one.
  const isProductOnly = wanted.category === undefined && wanted.service === undefined;
  return isWhole && !isProductOnly ? "all" : "some";
}
