import { DatabaseSync } from "node:sqlite";
import { listedRules, plantListedRules } from "../../test/support/node/listed-rules.ts";
import { startService, temporaryFolder } from "../../test/support/node/service.ts";
import { kilobytes, median, ms } from "./figures.ts";
import { RUNS, time } from "./measure.ts";
import { row } from "./report.ts";
import { workspaceFile } from "./workspace-file.ts";

const HELD = 3_700;
const GOAL_MS = 300;

/** Requests about the whole release and all rules. */
const READS: readonly (readonly [what: string, path: string])[] = [
  ["the states of all techniques", ""],
  ["the same without proof", "?proof=false"],
  ["of Windows alone", "?platforms=Windows"],
  ["the states of a group", "?group_id=G0016"],
  ["what to test first", "/test-first?limit=100"],
  ["what to collect next", "/collect-next?limit=20"],
  ["what to collect next, whole analytics", "/collect-next?limit=20&demand=all"],
  ["all of it as a Navigator layer", "/navigator"],
  ["a group as PDF", "/pdf?group_id=G0016"],
];

const INVENTORY = [
  { name: "WinEventLog:Sysmon", channels: ["EventCode=1", "EventCode=3", "EventCode=11"] },
  { name: "WinEventLog:Security", platforms: ["Windows"] },
  { name: "auditd:SYSCALL", channels: ["execve"] },
  { name: "AWS:CloudTrail" },
  { kind: "component", name: "Process Access" },
];

/** Measures coverage of the shipped release with the rules of a SigmaHQ checkout. */
export async function benchCoverage(): Promise<void> {
  const folder = temporaryFolder();
  try {
    const first = await startService(folder.path);
    await first.stop();
    const database = new DatabaseSync(workspaceFile(folder.path));
    plantListedRules(database, listedRules(HELD));
    database.close();
    const service = await startService(folder.path);
    try {
      const put = await fetch(`${service.url}/api/coverage/log-sources`, {
        method: "PUT",
        body: JSON.stringify({ entries: INVENTORY }),
      });
      if (!put.ok) throw new Error(`The inventory: HTTP ${put.status}: ${await put.text()}`);
      for (const [what, path] of READS) await measure(service.url, what, path);
    } finally {
      await service.stop();
    }
  } finally {
    folder.remove();
  }
}

async function measure(url: string, what: string, path: string): Promise<void> {
  const times: number[] = [];
  let bytes = 0;
  for (let run = 0; run <= RUNS; run += 1) {
    times.push(
      await time(async () => {
        const answer = await fetch(`${url}/api/coverage${path}`);
        if (!answer.ok) throw new Error(`${what}: HTTP ${answer.status}: ${await answer.text()}`);
        bytes = (await answer.arrayBuffer()).byteLength;
      }),
    );
  }
  const [cold = 0, ...warm] = times;
  const figures = [ms(median(warm)), ms(cold, "first"), kilobytes(bytes / 1024)];
  row(`coverage with ${HELD} rules: ${what}`, figures, `goal ${GOAL_MS} ms`);
}
