import { analyse } from "../../test/support/node/service.ts";
import { readSixty } from "./compare.ts";
import type { LoadRequest } from "./connection.ts";

/** A request to the service, and the share of a bare Worker's rate that it must reach. */
export interface Read {
  name: string;
  path: string;
  /** As a share of a bare Worker's rate. */
  goal: number;
  /** Whether the bare Worker also reads one row by its key. */
  isRow?: boolean;
  request?: Partial<LoadRequest>;
  status?: number;
}

/** Returns the requests to measure, against a service with a session and a layer. */
export async function listReads(url: string): Promise<Read[]> {
  const { body } = await analyse(url, { text: "APT29 used PowerShell and mimikatz." });
  const layer = { name: "Bench", technique_ids: ["T1059"] };
  const made = await fetch(`${url}/api/layers`, { method: "POST", body: JSON.stringify(layer) });
  if (!made.ok) throw new Error(await made.text());
  const sixty = await readSixty(url);
  const facts = [
    ["group", "/api/apt/groups/G0016"],
    ["groups", "/api/apt/groups"],
    ["campaigns", "/api/apt/campaigns"],
    ["technique", "/api/attack/techniques/T1059.001"],
    ["techniques", "/api/attack/techniques"],
    ["tactics", "/api/attack/tactics"],
    ["versions", "/api/attack/versions"],
  ].map(([name = "", path = ""]) => ({ name, path, goal: 0.6 }));
  const etag = (await fetch(`${url}/api/apt/groups`)).headers.get("ETag") ?? "";
  const own = { goal: 0.9, isRow: true };
  return [
    {
      name: "compare",
      path: "/api/apt/compare",
      goal: 0.6,
      request: { method: "POST", body: sixty },
    },
    ...facts,
    {
      name: "groups, unchanged",
      path: "/api/apt/groups",
      goal: 0.8,
      request: { headers: { "If-None-Match": etag } },
      status: 304,
    },
    { name: "health", path: "/api/health", goal: 0.8 },
    { name: "session", path: `/api/analyze/${body.session_id}`, ...own },
    { name: "sessions", path: "/api/analyze/sessions", ...own },
    { name: "layers", path: "/api/layers", ...own },
    { name: "observables", path: "/api/pipeline/observables", ...own },
    { name: "no such path", path: "/api/none", goal: 0.7, status: 404 },
    {
      name: "a parameter that is not valid",
      path: "/api/apt/groups?limit=x",
      goal: 0.7,
      status: 422,
    },
  ];
}

/** Returns a read as sent to a service. */
export function requestOf({ path, request = {}, status = 200 }: Read, url: string): LoadRequest {
  return { url: `${url}${path}`, status, ...request };
}

/** Sends a read once and reads its response to the end. Returns its number of bytes. */
export async function sendRead(read: Read, url: string): Promise<number> {
  const { url: address, method = "GET", headers = {}, body = null, status } = requestOf(read, url);
  const answer = await fetch(address, { method, headers, body });
  const { byteLength } = await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${address} answered ${answer.status}`);
  return byteLength;
}
