import { startService, temporaryFolder } from "../../test/support/node/service.ts";
import { median, ms } from "./figures.ts";
import { fillObservables } from "./fill-observables.ts";
import { RUNS, time } from "./measure.ts";
import { row } from "./report.ts";
import { workspaceFile } from "./workspace-file.ts";

const HELD = 1_000_000;
const GOAL_MS = 50;

/** Requests on a million observables, with their paths. */
const READS: readonly (readonly [what: string, query: string])[] = [
  ["the newest", ""],
  ["in most reports", "sort=reports"],
  ["in fewest reports", "sort=reports&order=asc"],
  ["of one kind in most reports", "kind=ipv4&sort=reports"],
  ["of one kind", "kind=ipv4"],
  ["of a rare kind", "kind=sha512"],
  ["of a rare role", "role=victim"],
  ["of a common role", "role=indicator"],
  ["entered by hand", "origin=manual"],
  ["with a tag", "tag=campaign"],
  ["that are active", "active=true"],
  ["that have expired", "active=false"],
  ["of one session", "session_id=00000000-0000-7000-8000-000000000001"],
  ["one value", "q=host-777763.evil-763.com"],
  ["what begins with it, a few", "q=host-77776"],
  ["what begins with it, a tenth", "q=1"],
  ["what lies below a domain", "q=evil-763.com"],
  ["what lies below a suffix, a fifth", "q=com"],
  ["what nobody has", "q=nothing-like-it"],
  ["a network of 256 addresses", "q=10.7.7.0/24"],
  ["a network of 65,536 addresses", "q=10.7.0.0/16"],
  ["a network of all addresses of ours", "q=10.0.0.0/8"],
  ["a network and a kind", "q=10.7.0.0/16&kind=ipv4&role=indicator"],
];

/** Measures lists, searches and network look-ups among a million observables. */
export async function benchObservables(): Promise<void> {
  const folder = temporaryFolder();
  try {
    const first = await startService(folder.path);
    await first.stop();
    fillObservables(workspaceFile(folder.path), { from: 0, to: HELD, bySession: 200 });
    const service = await startService(folder.path);
    try {
      for (const [what, query] of READS) await measure(service.url, what, query);
    } finally {
      await service.stop();
    }
  } finally {
    folder.remove();
  }
}

async function measure(url: string, what: string, query: string): Promise<void> {
  const times: number[] = [];
  let total = "";
  for (let run = 0; run <= RUNS; run += 1) {
    // Each request differs, so that no cached response is measured.
    const path = `${url}/api/pipeline/observables?${query}&limit=${50 + run}`;
    times.push(
      await time(async () => {
        const answer = await fetch(path);
        if (!answer.ok) throw new Error(`${what}: HTTP ${answer.status}`);
        await answer.arrayBuffer();
        total = answer.headers.get("X-Total-Count") ?? "";
      }),
    );
  }
  const [cold = 0, ...warm] = times;
  row(`observables ${what}, ${total}`, [ms(median(warm)), ms(cold, "first")], `goal ${GOAL_MS} ms`);
}
