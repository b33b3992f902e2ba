import { smallBundle, smallObjects, stixIds, technique, relationship } from "../bundles.ts";

/** A bundle of about 20 MB: long enough to ingest for a kill to hit the middle. */
export function largeBundle(version: string): Uint8Array {
  const objects = smallObjects();
  const padding = "Long-winded description. ".repeat(60);
  for (let n = 100; n < 5_000; n += 1) {
    const id = `T${2000 + Math.floor(n / 100)}.${String(n % 1000).padStart(3, "0")}`;
    objects.push(technique(n, id, `Technique ${n}`, ["execution"], { description: padding }));
    objects.push(
      relationship(n, "uses", stixIds.group(1), stixIds.technique(n), { description: padding }),
    );
  }
  return new TextEncoder().encode(JSON.stringify(smallBundle(version, "2.1", objects)));
}
