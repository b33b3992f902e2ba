import { analyse, startService, temporaryFolder } from "../../test/support/node/service.ts";
import { type BareWorker, startBareWorker } from "./bare-worker.ts";
import { readSixty } from "./compare.ts";
import { load, type LoadRequest } from "./load.ts";
import { kilobytes, median, percent, perSecond } from "./figures.ts";
import { RUNS } from "./measure.ts";
import { row } from "./report.ts";

/** A request to the service, and what of a bare Worker it is to reach. */
interface Read {
  name: string;
  path: string;
  /** In parts of a bare Worker's rate. */
  goal: number;
  /** Whether the bare Worker reads one row by its key, too. */
  isRow?: boolean;
  request?: Partial<LoadRequest>;
  status?: number;
}

const SECONDS = 1;
const FIRST_GUESS = 300;

/** Requests to measure, against a service that holds a session and a layer. */
async function listReads(url: string): Promise<Read[]> {
  const { body } = await analyse(url, { text: "APT29 used PowerShell and mimikatz." });
  const layer = { name: "Bench", techniques: [{ attack_id: "T1059", score: 50 }] };
  await fetch(`${url}/api/layers`, { method: "POST", body: JSON.stringify(layer) });
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

/** Reads of the service as parts of what a bare Worker does, on the same sockets, with answers of the same size. */
export async function benchReads(): Promise<void> {
  const folder = temporaryFolder();
  const service = await startService(folder.path);
  const bare = await startBareWorker();
  try {
    for (const read of await listReads(service.url)) await compareRates(read, service.url, bare);
  } finally {
    await bare.stop();
    await service.stop();
    folder.remove();
  }
}

async function compareRates(read: Read, url: string, bare: BareWorker): Promise<void> {
  const { name, path, goal, isRow = false, request = {}, status = 200 } = read;
  const ours: LoadRequest = { url: `${url}${path}`, status, ...request };
  const answer = await fetch(ours.url, {
    method: ours.method ?? "GET",
    headers: ours.headers ?? {},
    body: ours.body ?? null,
  });
  const bytes = (await answer.arrayBuffer()).byteLength;
  const how = status === 304 ? "&unchanged" : `&status=${status}`;
  const theirs: LoadRequest = {
    url: `${bare.url}/?bytes=${bytes}${how}${isRow ? "&row" : ""}`,
    status,
  };
  const rates: [number, number][] = [];
  for (let run = 0; run < RUNS; run += 1) rates.push([await rate(ours), await rate(theirs)]);
  const our = median(rates.map(([first]) => first));
  const their = median(rates.map(([, second]) => second));
  row(
    name,
    [
      perSecond(our),
      perSecond(their, "a bare Worker"),
      percent((100 * our) / their, "of it", "more"),
      kilobytes(bytes / 1024),
    ],
    `goal ${goal * 100} %`,
  );
}

/** Requests a second, measured over about a second. */
async function rate(request: LoadRequest): Promise<number> {
  const guess = await load(request, FIRST_GUESS);
  return await load(request, Math.max(FIRST_GUESS, Math.round(guess * SECONDS)));
}
