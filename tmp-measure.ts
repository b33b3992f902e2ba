import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { indexDetections } from "./src/knowledge/attack/detections/detection-index.ts";
import { unpackDetections } from "./src/knowledge/attack/detections/pack-detections.ts";
import { readRelease } from "./src/knowledge/attack/read-release.ts";
import { fromSeed } from "./src/knowledge/attack/seed.ts";
import { buildIndex, loadIndex } from "./src/knowledge/attack/build-index.ts";
import { shippedIds } from "./src/knowledge/attack/ids/known-ids.ts";
import { buildCoverage } from "./src/coverage/states/build-coverage.ts";
import { resolveSets } from "./src/coverage/states/resolve-sets.ts";
import { telemetryOfRelease } from "./src/coverage/telemetry/telemetry.ts";
import { sigmaNameOf } from "./src/coverage/telemetry/sigma-name.ts";

const S = "assets/seed/enterprise-attack-19.1";
const read = (e) => readFileSync(`${S}.${e}`, "utf8");
const seed = {
  ...fromSeed(JSON.parse(read("json"))),
  detections: unpackDetections(JSON.parse(read("detections.json"))),
};
async function* pieces(p) {
  yield new Uint8Array(gunzipSync(readFileSync(p)));
}
const R = {
  seed,
  "18.1": await readRelease(
    pieces("/work/shared/data/attack/enterprise-attack/enterprise-attack-18.1.json.gz"),
    {},
  ),
  "19.1": await readRelease(
    pieces("/work/shared/data/attack-19/enterprise-attack/enterprise-attack-19.1.json.gz"),
    {},
  ),
  "17.1": await readRelease(
    pieces("/work/shared/data/attack/enterprise-attack/enterprise-attack-17.1.json.gz"),
    {},
  ),
};
const sigma = JSON.parse(readFileSync("/work/shared/data/sigma/INDEX.json", "utf8")).rules;
const rules = sigma.map((r, n) => ({
  rule_id: r.id,
  title: r.title,
  state: "enabled",
  language: "sigma",
  level: r.level,
  techniques: r.techniques,
  logsource: r.logsource,
}));
for (const [v, content] of Object.entries(R)) {
  const stored = buildIndex(content);
  const index = loadIndex(stored, 1, stored.software);
  const detections = indexDetections(content.detections ?? content, true);
  const known = shippedIds();
  const tel = telemetryOfRelease(detections);
  const un = new Map();
  let n = 0;
  for (const r of rules) {
    const c = tel.of(r.logsource).collected;
    if (c === "none" || c === "unknown") {
      n++;
      const k = sigmaNameOf(r.logsource);
      un.set(k, (un.get(k) ?? 0) + 1);
    }
  }
  console.log(
    v,
    detections.model,
    index.techniques.size,
    "unmapped rules",
    n,
    "log sources",
    un.size,
  );
  if (v !== "seed")
    console.log(
      [...un]
        .sort((a, b) => b[1] - a[1])
        .map(([k, c]) => `${c} ${k}`)
        .join("\n"),
    );
  const entries = [
    { kind: "log_source", name: "WinEventLog:Sysmon", channels: [], platforms: [] },
    {
      kind: "log_source",
      name: "WinEventLog:Security",
      channels: ["EventCode=4688", "EventCode=4624"],
      platforms: ["Windows"],
    },
    { kind: "log_source", name: "auditd:SYSCALL", channels: [], platforms: [] },
    { kind: "component", name: "Process Creation", channels: [], platforms: [] },
  ];
  for (let i = 0; i < 4; i++) {
    const t = performance.now();
    const c = buildCoverage(
      { index, detections, known },
      { rules, inventory: { entries, revision: 1 } },
      { resolved: resolveSets([], index, known), platforms: [], demand: "any" },
    );
    const t2 = performance.now();
    const s = JSON.stringify(c);
    console.log(
      v,
      (t2 - t).toFixed(1),
      "ms; json",
      (performance.now() - t2).toFixed(1),
      "ms",
      s.length,
      JSON.stringify(c.summary),
      JSON.stringify(c.warnings),
      c.techniques.filter((x) => x.family_state !== x.state).length,
    );
  }
}
