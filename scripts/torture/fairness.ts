import { withService } from "../bench/measure.ts";
import { watchReaders } from "./watch.ts";
import { analyze, LONG_WORK, longReport } from "./work.ts";

const GOAL = { health_p99_ms: 50, compare_p99_ms: 100, short_delay_ms: 1_000 };
const SHORT = "APT29 used PowerShell and dumped LSASS memory with Mimikatz.";

/** Measures how long readers wait during each kind of long work, and a short report next to two long ones. */
export async function tortureFairness(options: Map<string, string>): Promise<object> {
  const only = options.get("only");
  const figures: Record<string, object> = {};
  let faults = 0;
  await withService(async ({ url }) => {
    await analyze(url, SHORT);
    for (const [name, make] of Object.entries(LONG_WORK)) {
      if (only !== undefined && only !== name) continue;
      const work = make();
      const begun = performance.now();
      const waits = await watchReaders(url, async () => await work(url));
      figures[name] = { ...waits, seconds: seconds(begun) };
      if (waits.errors > 0 || waits.health_p99_ms > GOAL.health_p99_ms) faults += 1;
      if (waits.compare_p99_ms > GOAL.compare_p99_ms) faults += 1;
    }
    const beside = await besideTwo(url);
    figures["a_short_report_beside_two_long_ones"] = beside;
    if (beside.beside_ms - beside.alone_ms > GOAL.short_delay_ms) faults += 1;
  });
  return { ...figures, faults };
}

/** Measures a short report alone, and while two of 500,000 characters are analyzed. */
async function besideTwo(url: string): Promise<{ alone_ms: number; beside_ms: number }> {
  const short = async () => {
    const begun = performance.now();
    await analyze(url, SHORT);
    return Math.round(performance.now() - begun);
  };
  const alone = await short();
  const long = [1, 2].map(async (n) => await analyze(url, `${n} ${longReport(500_000)}`));
  await new Promise((resolve) => setTimeout(resolve, 500));
  const beside = await short();
  await Promise.all(long);
  return { alone_ms: alone, beside_ms: beside };
}

function seconds(begun: number): number {
  return Math.round((performance.now() - begun) / 100) / 10;
}
