import { type CollectedSource, labelOf } from "./collected-source.ts";
import { feedsOfComponent } from "./components.ts";
import type { FeedingSource } from "./rule-telemetry.ts";
import { foldPlatforms, platformsOfProduct, sharePlatform } from "./platforms.ts";
import type { CoveredBy } from "./reference-index.ts";
import { foldText } from "../../platform/lib/text.ts";

/** A data component as a release before 18 says that it shows a technique. */
export interface ReadComponent {
  name: string;
  /** Name of its data source; null where the release does not have it. */
  data_source: string | null;
}

/**
 * How much of a data component is collected: by its own name, by its data source's (with the
 * component as channel), or by a log source that records what the component is about.
 * @param feeding the inventory in Sigma's words
 * @param platforms folded; empty: any
 */
export function coverComponent(
  { name, data_source: dataSource }: ReadComponent,
  sources: readonly CollectedSource[],
  feeding: readonly FeedingSource[],
  platforms: readonly string[],
): CoveredBy {
  const folded = foldText(name);
  const named = sources.find(
    (source) =>
      sharePlatform(foldPlatforms(source.platforms), platforms) &&
      (foldText(source.name) === folded ||
        (source.kind === "log_source" &&
          foldText(source.name) === foldText(dataSource ?? "") &&
          (source.channels.length === 0 ||
            source.channels.some((channel) => foldText(channel) === folded)))),
  );
  if (named !== undefined) return { covered: "all", by: labelOf(named) };
  return coverByFeeds(name, feeding, platforms);
}

function coverByFeeds(
  name: string,
  feeding: readonly FeedingSource[],
  platforms: readonly string[],
): CoveredBy {
  const wanted = feedsOfComponent(name);
  let best: CoveredBy = { covered: "none", by: null };
  for (const { label, platforms: own, feeds } of feeding) {
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
      if (best.by === null) best = { covered: "some", by: label };
    }
  }
  return best;
}
