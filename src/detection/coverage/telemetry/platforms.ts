import { CATALOGUE } from "../../catalogue/catalogue.ts";
import { foldText } from "../../../platform/lib/text.ts";

/** What releases called a platform before, under what they call it since. */
const RENAMED: ReadonlyMap<string, string> = new Map([
  ["azure ad", "identity provider"],
  ["office 365", "office suite"],
  ["google workspace", "office suite"],
  ["network", "network devices"],
  ["aws", "iaas"],
  ["azure", "iaas"],
  ["gcp", "iaas"],
]);

/** What stands where a release names no platform, and where a file means all of them. */
const NO_PLATFORM = new Set(["", "none", "all"]);

/** The platforms that the events of a product come from, by Sigma's name of it. */
const OF_PRODUCT: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(CATALOGUE.platforms).map(([product, names]) => [product, names.map(foldText)]),
);

/** Products that any log source without a product of its own may be of. */
const OPERATING_SYSTEMS = new Set(["windows", "linux", "macos"]);

/** Platforms in the form in which they are compared, by today's names; empty means all. */
export function foldPlatforms(platforms: readonly string[]): string[] {
  const folded = platforms.map(foldText).filter((name) => !NO_PLATFORM.has(name));
  return [...new Set(folded.map((name) => RENAMED.get(name) ?? name))];
}

/** Whether two lists of folded platforms have one in common; an empty list means all. */
export function sharePlatform(a: readonly string[], b: readonly string[]): boolean {
  return a.length === 0 || b.length === 0 || a.some((name) => b.includes(name));
}

/** The folded platforms that a product of Sigma is on; none where that is not known. */
export function platformsOfProduct(product: string | undefined): readonly string[] {
  return OF_PRODUCT.get(foldText(product ?? "")) ?? [];
}

/** Whether a product of Sigma is an operating system. */
export function isOperatingSystem(product: string): boolean {
  return OPERATING_SYSTEMS.has(product);
}
