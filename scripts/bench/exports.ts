import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { type RunningService } from "../../test/support/node/service.ts";
import { kilobytes, median, mib, ms } from "./figures.ts";
import { peakMemory, residentMemory, RUNS, time, withService } from "./measure.ts";
import { row } from "./report.ts";

interface Session {
  session_id: string;
  techniques: unknown[];
}

async function readIds(url: string): Promise<string[]> {
  const response = await fetch(`${url}/api/attack/techniques?version=${SEED.version}`);
  return ((await response.json()) as { attack_id: string }[]).map((t) => t.attack_id);
}

/** Creates a session with one technique per sentence, each in the given language. */
async function makeSession(url: string, ids: readonly string[], words: string): Promise<Session> {
  const form = new FormData();
  form.set("text", ids.map((id) => `${words} (${id}).`).join("\n"));
  const response = await fetch(`${url}/api/analyze`, { method: "POST", body: form });
  return (await response.json()) as Session;
}

/** Measures the median and first duration of a download, and its size. */
async function measure(what: string, load: () => Promise<Response>): Promise<void> {
  const times: number[] = [];
  let size = 0;
  for (let run = 0; run <= RUNS; run += 1) {
    times.push(
      await time(async () => {
        const response = await load();
        if (!response.ok) throw new Error(`${what}: HTTP ${response.status}`);
        size = (await response.arrayBuffer()).byteLength;
      }),
    );
  }
  const [first = 0, ...later] = times;
  row(what, [ms(median(later)), ms(first, "first"), kilobytes(size / 1024)]);
}

const ENGLISH =
  "The operators wrote the loader beside a signed program and started it by a scheduled task that ran every twenty minutes";
const CHINESE = "攻击者通过鱼叉式钓鱼邮件投递恶意文档，利用脚本执行载荷，并通过计划任务实现持久化";

async function measureExports({ url }: RunningService): Promise<void> {
  const all = await readIds(url);
  const step = Math.floor(all.length / 60);
  const sixty = all.filter((_, index) => index % step === 0).slice(0, 60);
  const exportLayer = async (ids: readonly string[]) =>
    await fetch(`${url}/api/export/layer`, {
      method: "POST",
      body: JSON.stringify({ technique_ids: ids, version: SEED.version }),
    });
  for (const [name, words] of Object.entries({ English: ENGLISH, Chinese: CHINESE })) {
    const { session_id: id, techniques } = await makeSession(url, sixty, words);
    await measure(
      `PDF of a session with ${techniques.length} techniques, ${name}`,
      async () => await fetch(`${url}/api/export/analysis/${id}`),
    );
  }
  await measure(`PDF of all ${all.length} techniques`, async () => await exportLayer(all));
  const { session_id: id, techniques } = await makeSession(url, all, ENGLISH);
  await measure(
    `PDF of a session with ${techniques.length} techniques`,
    async () => await fetch(`${url}/api/export/analysis/${id}`),
  );
}

/** Measures exports through HTTP, and the most memory that they add to the process. */
export async function benchExports(): Promise<void> {
  await withService(async (service) => {
    const all = await readIds(service.url);
    const before = residentMemory(service);
    const body = JSON.stringify({ technique_ids: all, version: SEED.version });
    const load = async () => {
      const response = await fetch(`${service.url}/api/export/layer`, { method: "POST", body });
      await response.arrayBuffer();
    };
    await load();
    const peak = peakMemory(service) - before;
    for (let run = 0; run < 20; run += 1) await load();
    const later = residentMemory(service) - before;
    row("resident memory that PDFs of all techniques add", [
      mib(peak, "peak of the first"),
      mib(later, "after 20 more"),
    ]);
    await measureExports(service);
  });
}
