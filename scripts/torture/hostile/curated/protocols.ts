import type { Sent } from "../send.ts";
import type { StoredIds } from "../stored-ids.ts";
import { get, json, pairs } from "./shapes.ts";

const ERAS = ["2026-07-28", "2025-11-25", "1999-01-01"];
const METHODS = [
  "initialize",
  "ping",
  "tools/list",
  "tools/call",
  "resources/list",
  "resources/read",
  "prompts/list",
  "prompts/get",
  "logging/setLevel",
  "completion/complete",
  "nothing",
  "",
  "__proto__",
];
const PARAMS: Record<string, unknown>[] = [
  {},
  { name: "analyze_text", arguments: { text: "The actor used T1059.001." } },
  { name: "analyze_text", arguments: { text: 7, nothing: null } },
  { name: "constructor", arguments: [] },
  { uri: "file:///etc/passwd", cursor: "x".repeat(5_000), name: "../x" },
  { protocolVersion: "0000-00-00", capabilities: 7, clientInfo: [] },
];

const COLLECTIONS = [
  "/taxii2/",
  "/taxii2/tradecraft/",
  "/taxii2/tradecraft/collections/",
  "/taxii2/nothing/",
  "/taxii2/tradecraft/status/x/",
];
const QUERIES = [
  "",
  "?limit=0",
  "?limit=99999999999",
  "?limit=1&next=%00",
  "?next=AAAA",
  `?next=${"A".repeat(5_000)}`,
  "?added_after=never",
  "?added_after=2026-02-30T00:00:00Z",
  "?match[type]=,,,",
  "?match[version]=all,last,first",
  "?match[id]=x--1",
  "?match[nothing]=1",
  `?match[type]=${"a,".repeat(3_000)}`,
];
const ACCEPTS = [
  "application/taxii+json;version=2.1",
  "application/taxii+json;version=9",
  "text/html",
  "",
];

const FEEDS = [
  "/misp/manifest.json",
  "/misp/hashes.csv",
  "/misp/x.json",
  "/misp/..%2fx.json",
  "/misp/00000000-0000-4000-8000-000000000000.json",
  "/misp/tlp/manifest.json",
  "/misp/%00/manifest.json",
  "/misp/a/b.json",
  "/misp/a/b/c.json",
];

/** Returns cases for the protocols of other programs: MCP, TAXII and the MISP feed. */
export function protocolCases(ids: StoredIds): Sent[] {
  const [collection = "x"] = ids.get("collection_id") ?? [];
  const within = (rest: string) => `/taxii2/tradecraft/collections/${collection}/${rest}`;
  const taxii = [
    ...COLLECTIONS,
    within(""),
    within("objects/"),
    within("manifest/"),
    within("objects/x/"),
    within("objects/report--x/versions/"),
  ];
  return [
    ...pairs(METHODS, PARAMS).flatMap(([method, params]) =>
      ERAS.map((era) => {
        const sent = json("/mcp", { jsonrpc: "2.0", id: 1, method, params });
        const accept = "application/json, text/event-stream";
        const headers = { ...sent.headers, Accept: accept, "MCP-Protocol-Version": era };
        return { ...sent, headers };
      }),
    ),
    ...pairs(taxii, QUERIES).map(([path, query]) =>
      get(path + query, { Accept: "application/taxii+json;version=2.1" }),
    ),
    ...pairs(taxii, ACCEPTS).map(([path, accept]) => get(path, { Accept: accept })),
    ...pairs(FEEDS, [{}, { "If-None-Match": "*" }, { Authorization: "Basic x" }]).map(
      ([path, headers]) => get(path, headers as never),
    ),
    json("/api/misp/push", { session_id: ids.get("session_id")?.[0] ?? "x" }),
  ];
}
