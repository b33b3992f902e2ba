import { CATALOGUE } from "../../catalogue/catalogue.ts";
import { foldText } from "../../../platform/lib/text.ts";

/** Current platform names by those of earlier releases. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["azure ad", "identity provider"],
  ["office 365", "office suite"],
  ["google workspace", "office suite"],
  ["network", "network devices"],
  ["aws", "iaas"],
  ["azure", "iaas"],
  ["gcp", "iaas"],
]);

/** Values for no platform in releases, and for all platforms in files. */
const NO_PLATFORM = new Set(["", "none", "all"]);

/** The platforms of a product, by Sigma's name. */
const OF_PRODUCT: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(CATALOGUE.platforms).map(([product, names]) => [product, names.map(foldText)]),
);

/** Products that a log source without a product may belong to. */
const OPERATING_SYSTEMS = new Set(["windows", "linux", "macos"]);

/** Folds platforms to current names for comparison. Empty means all. */
export function foldPlatforms(platforms: readonly string[]): string[] {
  const folded = platforms.map(foldText).filter((name) => !NO_PLATFORM.has(name));
  return [...new Set(folded.map((name) => RENAMED.get(name) ?? name))];
}

/** Returns whether two lists of folded platforms intersect. An empty list means all. */
export function sharePlatform(a: readonly string[], b: readonly string[]): boolean {
  return a.length === 0 || b.length === 0 || a.some((name) => b.includes(name));
}

/** Returns the folded platforms of a Sigma product, or an empty list if unknown. */
export function platformsOfProduct(product: string | undefined): readonly string[] {
  return OF_PRODUCT.get(foldText(product ?? "")) ?? [];
}

/** Returns whether a Sigma product is an operating system. */
export function isOperatingSystem(product: string): boolean {
  return OPERATING_SYSTEMS.has(product);
}
