/**
 * Prints the groups of `src/`, their rooms and what each room imports, and fails where the structure
 * is broken: an upward import, a circle of rooms (types included), a store on another's table, the
 * web framework below a route, a page that another page imports, a write that bypasses the audit trail, a
 * test under the wrong name, or a comment that does not use the field's words. Part of `npm run check`.
 */
import { join } from "node:path";
import { groupOf, layerOf } from "./structure/layout.ts";
import { findHomelyWords } from "./structure/glossary.ts";
import { readSources } from "./structure/read-imports.ts";
import {
  type Arrows,
  arrowsBetween,
  findCircles,
  findForeignTables,
  findHttpBelowRoutes,
  findImportedPages,
  findMisnamedTests,
  findOtherWriters,
  findUpward,
} from "./structure/rules.ts";
import { findSecondEngines, findSideDoors } from "./structure/text-rules.ts";

const project = join(import.meta.dirname, "..");

function print(arrows: Arrows): void {
  const rooms = [...arrows.keys()].sort((a, b) => layerOf(a) - layerOf(b) || a.localeCompare(b));
  for (const [group, members] of Map.groupBy(rooms, groupOf)) {
    console.log(group);
    for (const room of members) {
      const imported = [...(arrows.get(room) ?? [])].sort().join(", ");
      console.log(`  ${room.padEnd(24)} ${imported}`);
    }
  }
}

const sources = readSources(project, "src");
const arrows = arrowsBetween(sources);
print(arrows);
const circles = findCircles(arrows);
const faults = [
  ...findUpward(sources),
  ...circles.map((rooms) => `A circle: ${rooms.join(", ")}.`),
  ...findForeignTables(sources),
  ...findHttpBelowRoutes(sources),
  ...findImportedPages(sources),
  ...findOtherWriters(sources),
  ...findSideDoors(sources),
  ...findSecondEngines(sources),
  ...findHomelyWords(sources),
  ...findMisnamedTests([...sources, ...readSources(project, "test")]),
];
const count = [...arrows.values()].reduce((sum, to) => sum + to.size, 0);
console.log(`${arrows.size} rooms, ${count} arrows, ${circles.length} circles.`);
for (const fault of faults) console.error(fault);
process.exitCode = faults.length === 0 ? 0 : 1;
