import { stixIdOf } from "../../../formats/stix/stix-id.ts";
import { TOOL } from "../../../formats/stix/tool-identity.ts";
import type { Observable } from "../store.ts";
import { objectsOfRow } from "./stix-objects.ts";

/** Maximum number of IDs remembered so that no object, such as a folder of many files, is repeated. */
const REMEMBERED = 10_000;
/** Few objects that are never forgotten, because every object refers to them. */
const COMMON = /^(?:identity|marking-definition|extension-definition)--/;

/**
 * Yields a STIX 2.1 bundle in chunks, one object per line: indicators for blockable values, bare cyber-observable
 * objects for the rest, and vulnerabilities for CVEs.
 * @param id distinguishes the bundle from others
 */
export async function* stixLines(
  rows: AsyncIterable<Observable>,
  id: string,
): AsyncGenerator<string> {
  // STIX accepts only UUIDs of versions 1 to 5 (part 2.9), and ours are newer.
  const bundle = stixIdOf("bundle", "observables", id);
  yield `{"type":"bundle","id":"${bundle}","objects":[\n${JSON.stringify(TOOL)}`;
  const common = new Set<string>([TOOL.id]);
  const written = new Set<string>();
  for await (const row of rows) {
    for (const object of objectsOfRow(row, null)) {
      const known = COMMON.test(object.id) ? common : written;
      if (known.has(object.id)) continue;
      if (written.size >= REMEMBERED) written.clear();
      known.add(object.id);
      yield `,\n${JSON.stringify(object)}`;
    }
  }
  yield "\n]}\n";
}
