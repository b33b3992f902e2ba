import { foldText } from "../../../platform/lib/text.ts";
import { type CollectedSource, labelOf } from "./collected-source.ts";
import { type Feed, feedsOfComponent } from "./feeds.ts";
import { foldPlatforms, platformsOfProduct, sharePlatform } from "./platforms.ts";
import type { CoveredBy } from "./reference-index.ts";
import type { FeedingSource } from "./rule-telemetry.ts";

/** A data component that detects a technique, in a release before version 18. */
export interface ReadComponent {
  name: string;
  /** Name of its data source; null if the release lacks it. */
  data_source: string | null;
}

interface Entry {
  label: string;
  platforms: readonly string[];
  isLogSource: boolean;
  /** Folded; empty means all. */
  channels: ReadonlySet<string>;
}

const NONE: CoveredBy = { covered: "none", by: null };

/** The collected sources, indexed by the data components of releases before version 18. */
export class ComponentIndex {
  readonly #byName: ReadonlyMap<string, readonly Entry[]>;
  readonly #feeding: readonly FeedingSource[];
  readonly #known = new Map<string, CoveredBy>();

  /** @param feeding the same sources in Sigma's terms */
  constructor(sources: readonly CollectedSource[], feeding: readonly FeedingSource[]) {
    this.#byName = Map.groupBy(sources.map(toEntry), ({ name }) => name);
    this.#feeding = feeding;
  }

  /**
   * Returns how much of a component is collected: under its own name, under its data source (with the component as
   * channel), or through a log source that records its subject.
   * @param platforms folded; empty means any
   */
  covers(component: ReadComponent, platforms: readonly string[]): CoveredBy {
    const key = JSON.stringify([component.name, component.data_source, platforms]);
    const known = this.#known.get(key) ?? this.#find(component, platforms);
    this.#known.set(key, known);
    return known;
  }

  #find({ name, data_source: source }: ReadComponent, platforms: readonly string[]): CoveredBy {
    const folded = foldText(name);
    const isHere = (entry: Entry) => sharePlatform(entry.platforms, platforms);
    const own = this.#byName.get(folded)?.find(isHere);
    const ofSource = this.#byName
      .get(foldText(source ?? ""))
      ?.find(
        (entry) =>
          entry.isLogSource &&
          isHere(entry) &&
          (entry.channels.size === 0 || entry.channels.has(folded)),
      );
    const named = own ?? ofSource;
    if (named !== undefined) return { covered: "all", by: named.label };
    return this.#findFeed(feedsOfComponent(name), platforms);
  }

  #findFeed(wanted: readonly Feed[], platforms: readonly string[]): CoveredBy {
    let best = NONE;
    if (wanted.length === 0) return best;
    for (const { label, platforms: own, feeds } of this.#feeding) {
      if (!sharePlatform(own, platforms)) continue;
      for (const { words, isWhole } of wanted) {
        const feed = feeds.find(
          (one) =>
            one.words.service === words.service &&
            one.words.category === words.category &&
            (words.product === undefined || one.words.product === words.product) &&
            sharePlatform(platforms, platformsOfProduct(one.words.product)),
        );
        if (feed === undefined) continue;
        if (isWhole && feed.isWhole) return { covered: "all", by: label };
        if (best === NONE) best = { covered: "some", by: label };
      }
    }
    return best;
  }
}

function toEntry(source: CollectedSource): Entry & { name: string } {
  return {
    name: foldText(source.name),
    label: labelOf(source),
    platforms: foldPlatforms(source.platforms),
    isLogSource: source.kind === "log_source",
    channels: new Set(source.channels.map(foldText)),
  };
}
