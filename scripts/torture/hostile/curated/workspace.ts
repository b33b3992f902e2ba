import type { Sent } from "../send.ts";
import type { StoredIds } from "../stored-ids.ts";
import { get, json, pairs, post } from "./shapes.ts";

const OF_COVERAGE = [
  "/api/coverage",
  "/api/coverage/navigator",
  "/api/coverage/csv",
  "/api/coverage/stix",
  "/api/coverage/dettect",
  "/api/coverage/test-first",
  "/api/coverage/collect-next",
  "/api/coverage/history",
];
const DEMANDS = [
  "?technique_ids=T1059",
  "?technique_ids=,,,",
  `?technique_ids=${"T1059,".repeat(1_500)}`,
  "?group_id=G0016&campaign_id=C0001",
  "?group_id=__proto__",
  "?session_id=x",
  "?platforms=",
  "?platforms=Windows,Нет",
  "?demand=nothing",
  "?version=99",
  "?domain=ics-attack",
  "?since=9999-12-31&until=0000-01-01",
];

const LOG =
  "version: 1.1\nfile_type: data-source-administration\nname: a\nplatform: [Windows]\ndata_sources:\n";
const DETTECT = [
  "",
  "\u0000",
  LOG,
  `${LOG}- data_source_name: Process Creation\n`,
  `${LOG}- data_source_name: [a]\n  data_source: 7\n`,
  `${LOG}- data_source_name: a\n  data_source:\n  - date_registered: 9999-99-99\n    available_for_data_analytics: perhaps\n`,
  LOG.replace("1.1", "99"),
  LOG.replace("[Windows]", "all"),
  `file_type: technique-administration\n`,
  `a: &a [*a]\n`,
  `${LOG}${"- data_source_name: a\n".repeat(20_000)}`,
  "[".repeat(20_000),
  `a: !!python/object/apply:os.system ["id"]`,
  "{".repeat(9_000),
];

const TOKENS = [
  {},
  [],
  { name: "", role: "viewer" },
  { name: "a", role: "root" },
  { name: "a", role: "viewer", expires_in_days: 1e9 },
  { name: "a".repeat(5_000), role: "viewer" },
  { name: "\u202e", role: "viewer" },
  { name: "a", role: ["admin"] },
  { name: "отчёт", role: "viewer", expires_in_days: 1 },
];
const WEBHOOKS = [
  {},
  { event_types: [] },
  { event_types: ["nothing"] },
  { shape: "odd" },
  { secret: "x" },
  { name: null },
  { url: [] },
  { enabled: "yes" },
  { include_restricted: 1 },
];

const CONDITIONS = ['"x"', "*", 'W/"x"', "x", '"', "", '"a","b"', "\\", `"${"x".repeat(9_000)}"`];
const RANGES = [
  "bytes=0-0",
  "bytes=-0",
  "bytes=5-1",
  "bytes=a-b",
  "bytes=0-9999999999999999999",
  "seconds=1-2",
  "bytes",
  "bytes=0-1,3-4,6-7",
];

/** Returns cases for coverage, tokens, webhooks, and conditional, partial and streamed responses. */
export function workspaceCases(ids: StoredIds): Sent[] {
  const first = (key: string) => ids.get(key)?.[0] ?? "x";
  const stored = [
    `/api/analyze/${first("session_id")}`,
    `/api/layers/${first("layer_id")}`,
    `/api/dossiers/${first("dossier_id")}`,
    `/api/pipeline/rules/${first("rule_id")}`,
    `/api/coverage/tests/${first("test_id")}`,
    "/api/attack/techniques/T1059",
    "/api/attack/versions",
    `/api/analyze/${first("session_id")}/file`,
    `/api/export/analysis/${first("session_id")}`,
  ];
  return [
    ...pairs(OF_COVERAGE, DEMANDS).map(([path, query]) => get(path + query)),
    ...pairs(DETTECT, ["PUT", "POST"]).map(([yaml, method]) =>
      post("/api/coverage/log-sources/dettect", yaml, "application/yaml", method),
    ),
    ...pairs(CONDITIONS, ["PUT"]).map(([tag]) => ({
      ...json("/api/coverage/log-sources", { entries: [] }, "PUT"),
      headers: { "Content-Type": "application/json", "If-Match": tag },
    })),
    ...TOKENS.map((token) => json("/api/tokens", token)),
    ...WEBHOOKS.map((change) =>
      json("/api/webhooks", {
        name: "a",
        url: "https://a.invalid/",
        event_types: ["analysis.signed"],
        enabled: false,
        ...change,
      }),
    ),
    ...pairs(stored, CONDITIONS).map(([path, tag]) => get(path, { "If-None-Match": tag })),
    ...pairs(stored, RANGES).map(([path, range]) => get(path, { Range: range, "If-Range": '"x"' })),
    ...["0", "-1", "x", "99999999999999999999", "1e3", ""].flatMap((id) => [
      get("/api/events", { Accept: "text/event-stream", "Last-Event-ID": id }),
      get(`/api/events?after=${id}`),
    ]),
  ];
}
