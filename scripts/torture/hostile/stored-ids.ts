import type { Interface, Operation } from "./interface.ts";
import { send } from "./send.ts";

/** Ids of stored data by parameter name. Several `id` parameters are distinguished by the path before them. */
export type StoredIds = Map<string, string[]>;

/** Returns the key of a path parameter. */
export const idKey = (template: string, name: string, at: number): string =>
  name === "id" ? template.slice(0, at - 1) : name;

const TEXT =
  "The actor used PowerShell (T1059.001) and phishing (T1566.001) against login.torture-unit.xyz.";
const RULE =
  "title: Whoami\nlogsource:\n  product: windows\n  category: process_creation\ndetection:\n  selection:\n    Image|endswith: '\\whoami.exe'\n  condition: selection\n";

/** Data that the service contains afterwards, so that requests refer to something. */
const CREATED: readonly [path: string, body: object | string][] = [
  ["/api/pipeline/intake", { title: "A report", text: TEXT }],
  ["/api/pipeline/observables", { kind: "domain", value: "login.torture-unit.xyz" }],
  ["/api/layers", { name: "A layer", technique_ids: ["T1059.001", "T1566"] }],
  [
    "/api/pipeline/sources",
    { name: "A feed", url: "https://feed.torture-unit.invalid/rss", kind: "rss", enabled: false },
  ],
  ["/api/pipeline/rules/import", RULE],
  [
    "/api/coverage/tests",
    { attack_id: "T1059.001", result: "detected", tested_at: "2026-01-02T03:04:05Z" },
  ],
  ["/api/tokens", { name: "A token", role: "viewer" }],
  [
    "/api/webhooks",
    {
      name: "A hook",
      url: "https://hook.torture-unit.invalid/",
      event_types: ["analysis.signed"],
      enabled: false,
    },
  ],
  [
    "/api/pipeline/import/misp",
    JSON.stringify({ Event: { info: "An event", uuid: "60000000-0000-4000-8000-000000000001" } }),
  ],
];

/** Stores one of each, and collects the ids from the lists of the service. */
export async function storeAndGather(url: string, { operations }: Interface): Promise<StoredIds> {
  const ids: StoredIds = new Map();
  const form = new FormData();
  form.set("text", TEXT);
  const analysed = await fetch(`${url}/api/analyze`, { method: "POST", body: form });
  const { session_id: session } = (await analysed.json()) as { session_id: string };
  for (const [path, body] of CREATED) await post(url, path, body);
  await post(url, "/api/dossiers", { name: "A dossier", session_ids: [session] });
  await post(url, `/api/analyze/sessions/${session}/comments`, { text: "A comment." });
  await post(url, `/api/analyze/sessions/${session}/proof-links`, {});
  // A nested list needs the id of its parent, so the outer lists come first.
  const byDepth = operations.filter(({ template }) => template.includes("{"));
  for (const operation of byDepth.sort((a, b) => depth(a) - depth(b)))
    await gather(url, operations, operation, ids);
  return ids;
}

const depth = ({ template }: Operation) => template.split("{").length;

async function post(url: string, path: string, body: object | string): Promise<void> {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  const type = typeof body === "string" ? "application/octet-stream" : "application/json";
  const sent = { name: path, method: "POST", path, body: text, headers: { "Content-Type": type } };
  const { status, body: answer } = await send(url, sent);
  // A quota may be full, or the item may exist already.
  if (status >= 500 && status !== 507)
    throw new Error(`${path} answered ${status}: ${answer.toString().slice(0, 300)}`);
}

async function gather(
  url: string,
  operations: Operation[],
  { template }: Operation,
  ids: StoredIds,
) {
  for (const { 1: name = "", index } of template.matchAll(/\{(\w+)\}/g)) {
    const key = idKey(template, name, index);
    if (ids.has(key)) continue;
    const prefix = template.slice(0, index - 1);
    const list = operations.find(
      (one) => one.method === "GET" && one.template.replace(/\/$/, "") === prefix,
    );
    const path = list === undefined ? null : fill(list.template, ids);
    if (path === null) continue;
    const { status, body } = await send(url, { name: "a list", method: "GET", path });
    const found = status === 200 ? idsIn(JSON.parse(body.toString()), name) : [];
    if (found.length > 0) ids.set(key, found.slice(0, 20));
  }
}

function fill(template: string, ids: StoredIds): string | null {
  let isFull = true;
  const path = template.replace(/\{(\w+)\}/g, (_, name: string, at: number) => {
    const [known] = ids.get(idKey(template, name, at)) ?? [];
    isFull &&= known !== undefined;
    return known ?? "";
  });
  return isFull ? path : null;
}

/** Returns the ids of a list, which may be nested in an object, as in TAXII. */
function idsIn(answer: unknown, name: string): string[] {
  const list = Array.isArray(answer) ? answer : Object.values(answer as object).find(Array.isArray);
  return ((list ?? []) as Record<string, unknown>[]).flatMap((item) => {
    const id = item[name] ?? item["id"] ?? item["attack_id"];
    return typeof id === "string" ? [id] : [];
  });
}
