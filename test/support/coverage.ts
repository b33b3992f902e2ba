import { env } from "cloudflare:test";
import type { SigmaSource } from "../../src/detection/catalogue/file-schema.ts";
import { smallBundle, technique } from "./bundles.ts";
import { make, source } from "./detections.ts";
import { ingest, requestJson } from "./service.ts";

type Json = Record<string, unknown>;

/** A rule as it is in the database, put there whatever wrote it. */
export interface PlantedRule {
  id: string;
  title: string;
  techniques: string[];
  logsource: SigmaSource | null;
  state?: "draft" | "enabled" | "disabled";
  language?: string;
}

/** An id that tells which rule it is. */
export const ruleId = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;

/** Puts rules into the workspace, enabled unless told. */
export async function plantRules(rules: readonly PlantedRule[]): Promise<void> {
  const insert = env.WORKSPACE_DB.prepare(
    `insert into rules (id, language, created_at, state, title, techniques, logsource, level, updated_at)
     select value ->> 'id', coalesce(value ->> 'language', 'sigma'), '2026-01-01T00:00:00Z',
       coalesce(value ->> 'state', 'enabled'), value ->> 'title', value -> 'techniques',
       nullif(value -> 'logsource', 'null'), 'high', '2026-01-01T00:00:00Z'
     from json_each(?)`,
  );
  for (let from = 0; from < rules.length; from += 1000) {
    await insert.bind(JSON.stringify(rules.slice(from, from + 1000))).run();
  }
}

/** Removes all rules, the inventory and all tests. */
export async function emptyCoverage(): Promise<void> {
  await env.WORKSPACE_DB.batch([
    env.WORKSPACE_DB.prepare("delete from rules"),
    env.WORKSPACE_DB.prepare("delete from log_inventory"),
    env.WORKSPACE_DB.prepare("delete from coverage_tests"),
  ]);
}

export const json = (body: unknown, method = "POST"): RequestInit => ({
  method,
  body: JSON.stringify(body),
});

/** Puts a list in the place of the inventory. */
export async function putInventory(entries: object[], more: object = {}) {
  return await requestJson<Json>("/api/coverage/log-sources", json({ entries, ...more }, "PUT"));
}

const uuid = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const strategyOf = (n: number, id: string, analytics: number[]) => [
  make.strategy(n, `DET${String(n).padStart(4, "0")}`, `Detection of ${id}`, analytics),
];

/** What a technique of the planted release reads: analytics with platforms and log sources. */
interface PlantedTechnique {
  id: string;
  name: string;
  tactics?: string[];
  platforms?: string[];
  analytics: { platforms: string[]; reads: [component: number, name: string, channel: string][] }[];
}

/**
 * A release of made-up detections under real ids. Components: 1 Process Creation, 2 Network Connection
 * Creation, 3 User Account Authentication.
 */
export function plantedObjects(techniques: readonly PlantedTechnique[]): Json[] {
  let analytic = 0;
  const objects: Json[] = [
    make.component(1, "DC0032", "Process Creation"),
    make.component(2, "DC0082", "Network Connection Creation"),
    make.component(3, "DC0002", "User Account Authentication"),
  ];
  for (const [place, planted] of techniques.entries()) {
    const n = 100 + place;
    objects.push(
      technique(n, planted.id, planted.name, planted.tactics ?? ["execution"], {
        x_mitre_platforms: planted.platforms ?? ["Windows", "Linux"],
      }),
    );
    const own = planted.analytics.map(({ platforms, reads }) => {
      analytic += 1;
      objects.push(
        make.analytic(analytic, `AN${String(analytic).padStart(4, "0")}`, {
          x_mitre_platforms: platforms,
          x_mitre_log_source_references: reads.map(([component, name, channel]) =>
            source(component, name, channel),
          ),
        }),
      );
      return analytic;
    });
    if (own.length === 0) continue;
    objects.push(...strategyOf(n, planted.id, own));
    objects.push(
      make.relation(
        1000 + n,
        "detects",
        `x-mitre-detection-strategy--${uuid(n)}`,
        `attack-pattern--${uuid(n)}`,
      ),
    );
  }
  return objects;
}

const matrix: Json[] = [
  {
    type: "x-mitre-tactic",
    id: `x-mitre-tactic--${uuid(1)}`,
    name: "Execution",
    x_mitre_shortname: "execution",
    external_references: [{ source_name: "mitre-attack", external_id: "TA0002" }],
  },
  {
    type: "x-mitre-tactic",
    id: `x-mitre-tactic--${uuid(2)}`,
    name: "Persistence",
    x_mitre_shortname: "persistence",
    external_references: [{ source_name: "mitre-attack", external_id: "TA0003" }],
  },
  {
    type: "x-mitre-matrix",
    id: `x-mitre-matrix--${uuid(1)}`,
    name: "Planted",
    tactic_refs: [`x-mitre-tactic--${uuid(1)}`, `x-mitre-tactic--${uuid(2)}`],
  },
];

/** Ingests a planted release; `more` are groups, campaigns and their relationships. */
export async function ingestPlanted(
  techniques: readonly PlantedTechnique[],
  { version = "19.1", domain = "enterprise-attack", more = [] as Json[] } = {},
): Promise<void> {
  const objects = [...matrix, ...plantedObjects(techniques), ...more];
  const task = await ingest(smallBundle(version, "2.1", objects, domain), `?domain=${domain}`);
  if (task.status !== "complete") throw new Error(JSON.stringify(task));
}
