import type { Imported } from "./readers/imported.ts";
import type { ImportOrigin } from "./run-import.ts";

/** Excludes the reports that a source does not admit, and the objects that belong to them. */
export async function* onlyAdmitted(
  objects: AsyncIterable<Imported>,
  admits: ImportOrigin["admits"],
): AsyncGenerator<Imported> {
  const excluded = new Set<string>();
  for await (const object of objects) {
    const { pointer, type, id } = object;
    if (object.outcome === "report" && !admits(object.report)) {
      excluded.add(object.report.foreign_key);
      const reason = "is left out by the words of the source";
      yield { pointer, type, id, outcome: "filtered", reason };
    } else if (object.outcome === "attached" && excluded.has(object.to)) {
      const reason = "belongs to a report that the words of the source leave out";
      yield { pointer, type, id, outcome: "ignored", reason };
    } else yield object;
  }
}
