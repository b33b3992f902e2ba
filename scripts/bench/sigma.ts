import { type CompiledRule, compileSigma } from "../../src/detection/evaluate/compile-sigma.ts";
import { EventView } from "../../src/detection/evaluate/events/event-view.ts";
import { readEvents, readEventText } from "../../src/detection/evaluate/read/read-events.ts";
import { EventRun } from "../../src/detection/evaluate/run-events.ts";
import { Work } from "../../src/detection/evaluate/work.ts";
import { readDataTar } from "../../test/support/node/read-tar.ts";
import { count, median, mib, microseconds, ms, perSecond } from "./figures.ts";
import { RUNS, time } from "./measure.ts";
import { row, say } from "./report.ts";

/** About the most data that one request may contain. */
const BYTES = 9 * 1024 * 1024;
const CHUNK = 64 * 1024;

const OWN = `title: Discovery by a shell
logsource:
    product: windows
    category: process_creation
detection:
    selection_image:
        - Image|endswith: ['\\cmd.exe', '\\powershell.exe', '\\pwsh.exe']
        - OriginalFileName: ['Cmd.Exe', 'PowerShell.EXE']
    selection_line:
        CommandLine|contains: ['whoami', 'net group', 'nltest', 'ipconfig /all']
    filter:
        ParentImage|startswith: 'C:\\Program Files\\'
    condition: all of selection_* and not filter
`;

/** Returns rules and recorded events of SigmaHQ, if present, or else one generated event. */
function readCorpus(): { rules: string[]; events: unknown[] } {
  const files = readDataTar("sigma/rules.tar.gz");
  const recorded = readDataTar("sigma/regression-json.tar.gz");
  const own = {
    Event: {
      System: { Channel: "Microsoft-Windows-Sysmon/Operational", EventID: 1, Computer: "pc-1" },
      EventData: { Image: "C:\\Windows\\System32\\cmd.exe", CommandLine: "cmd /c whoami /all" },
    },
  };
  const rules = [...(files ?? [])]
    .filter(([path]) => path.endsWith(".yml"))
    .map(([, text]) => text);
  const events = [...(recorded?.values() ?? [])].flatMap((text) =>
    [...readEventText(text)].flatMap(({ event, fault }) => (fault === null ? [event] : [])),
  );
  return { rules, events: events.length === 0 ? [own] : events };
}

function chunksOf(events: readonly unknown[]): { chunks: Uint8Array[]; total: number } {
  const lines = events.map((event) => JSON.stringify(event));
  const text: string[] = [];
  for (let size = 0, i = 0; size < BYTES; i += 1) {
    const line = lines[i % lines.length] ?? "";
    text.push(line);
    size += line.length + 1;
  }
  const bytes = new TextEncoder().encode(text.join("\n"));
  const chunks: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) chunks.push(bytes.subarray(at, at + CHUNK));
  return { chunks, total: text.length };
}

/** Returns the median of several runs in milliseconds, after a warm-up. */
async function timed(task: () => Promise<void>): Promise<number> {
  await task();
  const runs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await time(task));
  return median(runs);
}

async function benchOneRule(events: readonly unknown[]): Promise<void> {
  const rule = compileSigma(OWN);
  const { chunks, total } = chunksOf(events);
  const read: unknown[] = [];
  for await (const batch of readEvents(chunks)) for (const { event } of batch) read.push(event);
  const rate = (took: number) => (1_000 * total) / took;
  const matched = await timed(async () => {
    const work = new Work(Number.MAX_SAFE_INTEGER);
    for (const event of read) rule.match(event, work);
  });
  const whole = await timed(async () => {
    const run = new EventRun(rule, new Work(Number.MAX_SAFE_INTEGER));
    for await (const batch of readEvents(chunks)) for (const event of batch) run.push(event);
    run.end();
  });
  row("events by one rule", [
    perSecond(rate(matched), "matched"),
    perSecond(rate(whole), "read from JSON lines and matched"),
    count(total, "events"),
    mib(BYTES / 1024 / 1024, "of text"),
  ]);
}

async function benchAllRules(texts: readonly string[], events: readonly unknown[]): Promise<void> {
  const rules: CompiledRule[] = [];
  const compiling = await time(async () => {
    for (const text of texts) {
      try {
        rules.push(compileSigma(text));
      } catch {
        // Rules with placeholders, which report an error.
      }
    }
  });
  row("Sigma's rules compiled", [
    microseconds((compiling * 1_000) / texts.length, "each"),
    ms(compiling, "all"),
    count(rules.length, "rules"),
  ]);
  const took = await timed(async () => {
    for (const event of events) {
      const view = new EventView(event, new Work(Number.MAX_SAFE_INTEGER));
      for (const rule of rules) rule.matchView(view);
    }
  });
  row("all of them on one event", ms(took / events.length));
}

/** Measures Sigma rules on events. */
export async function benchSigma(): Promise<void> {
  const { rules, events } = readCorpus();
  await benchOneRule(events);
  if (rules.length > 0) await benchAllRules(rules, events);
  else say("  Sigma's rules are not in the data folder.");
}
