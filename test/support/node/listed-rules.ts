import type { DatabaseSync } from "node:sqlite";
import type { SigmaSource } from "../../../src/detection/catalogue/file-schema.ts";
import { readDataJson } from "./real-data.ts";

/** A rule of SigmaHQ as the index of the shared data lists it. */
export interface ListedRule {
  id: string;
  title: string;
  level: string;
  logsource: SigmaSource;
  techniques: string[];
}

/** So many rules: those of SigmaHQ where their index is there, again under other ids if they are too few. */
export function listedRules(count: number): ListedRule[] {
  const rules = readDataJson<{ rules: ListedRule[] }>("sigma/INDEX.json")?.rules ?? madeUp();
  return Array.from({ length: count }, (_, place) => {
    const rule = rules[place % rules.length];
    if (rule === undefined) throw new Error("no rule");
    const id = `00000000-0000-4000-8000-${String(place).padStart(12, "0")}`;
    return { ...rule, id, title: `${rule.title} ${place}` };
  });
}

function madeUp(): ListedRule[] {
  const categories = ["process_creation", "network_connection", "file_event", "registry_set"];
  const techniques = ["T1059.001", "T1003.001", "T1021.001", "T1566.001", "T1105", "T1047"];
  return categories.flatMap((category) =>
    techniques.map((technique) => ({
      id: "",
      title: `${category} of ${technique}`,
      level: "high",
      logsource: { product: "windows", category },
      techniques: [technique],
    })),
  );
}

/** Puts rules into the workspace of a stopped service, all of them enabled. */
export function plantListedRules(database: DatabaseSync, rules: readonly ListedRule[]): void {
  database
    .prepare(
      `insert into rules (id, language, created_at, state, title, techniques, logsource, level, updated_at)
       select value ->> 'id', 'sigma', '2026-01-01T00:00:00Z', 'enabled', value ->> 'title',
         value -> 'techniques', value -> 'logsource', value ->> 'level', '2026-01-01T00:00:00Z'
       from json_each(?)`,
    )
    .run(JSON.stringify(rules));
}
