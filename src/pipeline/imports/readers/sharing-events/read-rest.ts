import type { MarkedMatch } from "../../../intake/new-report.ts";
import { type JsonCut, pointerOf } from "../../../../formats/json/json-cutter.ts";
import { keyOf } from "../../../observables/vocabulary.ts";
import type { Imported, JsonSource } from "../imported.ts";
import { readJson } from "../read-json.ts";
import { mergeMarks } from "../typed-values.ts";
import { attributesIn, type PlacedAttribute } from "./attributes-in.ts";
import { readAttribute } from "./attributes.ts";
import { eventPath, innerPath, isPart } from "./event-paths.ts";

/** Events with more attributes than were buffered, by pointer: the report, and where to resume. */
export type LargeEvents = Map<string, { to: string; from: number }>;

const STEP_MATCHES = 2_000;

/** Reads the attributes of large events that were not buffered, in one more pass over the upload. */
export async function* readRest(open: JsonSource, large: LargeEvents): AsyncGenerator<Imported> {
  if (large.size === 0) return;
  const passed = new Map<string, number>();
  const found = new Map<string, MarkedMatch>();
  let to = "";
  const attach = (): Imported => {
    const matches = [...found.values()];
    found.clear();
    return { pointer: "", type: null, id: null, outcome: "attached", to, matches };
  };
  for await (const cut of readJson(open, isPart)) {
    const pointer = pointerOf(eventPath(cut.path));
    const event = large.get(pointer);
    if (event === undefined) continue;
    if (event.to !== to && found.size > 0) yield attach();
    to = event.to;
    for (const placed of attributesOf(cut)) {
      const place = passed.get(pointer) ?? 0;
      passed.set(pointer, place + 1);
      if (place < event.from) continue;
      for (const match of readAttribute(placed).matches) {
        const known = found.get(keyOf(match));
        found.set(keyOf(match), known === undefined ? match : mergeMarks(known, match));
      }
    }
    if (found.size >= STEP_MATCHES) yield attach();
  }
  if (found.size > 0) yield attach();
}

function attributesOf({ path, value }: JsonCut): PlacedAttribute[] {
  const [name, index] = innerPath(path);
  if (index === undefined || typeof name !== "string") return [];
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  return attributesIn(name, value as Record<string, unknown>, "");
}
