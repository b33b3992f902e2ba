import { smallBundle, smallObjects, stixIds, technique, relationship } from "../bundles.ts";

/**
 * A bundle of about 4 KB per further technique; the 5,000 of the default, 20 MB, take long enough
 * to ingest for a kill to hit the middle. Releases differ in the names of those techniques.
 */
export function largeBundle(
  version: string,
  domain = "enterprise-attack",
  techniques = 5_000,
): Uint8Array {
  const objects = smallObjects();
  const padding = "Long-winded description. ".repeat(60);
  for (let n = 100; n < techniques; n += 1) {
    const id = `T${2000 + Math.floor(n / 100)}.${String(n % 1000).padStart(3, "0")}`;
    objects.push(
      technique(n, id, `Technique ${n} of ${version}`, ["execution"], { description: padding }),
    );
    objects.push(
      relationship(n, "uses", stixIds.group(1), stixIds.technique(n), { description: padding }),
    );
  }
  return new TextEncoder().encode(JSON.stringify(smallBundle(version, "2.1", objects, domain)));
}
