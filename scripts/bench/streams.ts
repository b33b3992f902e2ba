import { AiStandIn, answer } from "../../test/support/node/ai-stand-in.ts";
import { startService, temporaryFolder } from "../../test/support/node/service.ts";
import { median, mib, ms, percent } from "./figures.ts";
import { residentMemory, RUNS } from "./measure.ts";
import { row } from "./report.ts";

const TOKENS = 200;
const TOKEN_MS = 10;
const TEXT =
  "In May the actor used PowerShell to download a loader and dumped LSASS memory. ".repeat(20);

interface Timing {
  first: number;
  all: number;
}

/** Measures milliseconds until the first piece of text and until the end. */
async function timeStream(send: () => Promise<Response>, isText: RegExp): Promise<Timing> {
  const start = performance.now();
  const reader = (await send()).body?.getReader();
  const decoder = new TextDecoder();
  let first = 0;
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
    if (done) return { first, all: performance.now() - start };
    if (first === 0 && isText.test(decoder.decode(value, { stream: true }))) {
      first = performance.now() - start;
    }
  }
}

/** Opens a simulated provider and a service that uses it, with functions to call both. */
async function openBoth() {
  const ai = new AiStandIn();
  await ai.listen();
  const baseUrl = ai.baseUrl("openai_compatible");
  const folder = temporaryFolder();
  const service = await startService(folder.path, {
    PROVIDER_B_KIND: "openai_compatible",
    PROVIDER_B_MODEL: "local",
    PROVIDER_B_BASE_URL: baseUrl,
  });
  const send = async () => {
    const body = new FormData();
    body.set("provider", "provider_b");
    body.set("text", TEXT);
    return await fetch(`${service.url}/api/analyze/stream`, { method: "POST", body });
  };
  // The runtime closes a connection that was idle for five seconds, possibly just as it is reused.
  const through = async () => await send().catch(send);
  const direct = async () =>
    await fetch(`${baseUrl}/chat/completions`, {
      method: "POST",
      body: JSON.stringify({ model: "local", stream: true, messages: [] }),
    });
  const close = async () => {
    await service.stop();
    folder.remove();
    ai.close();
  };
  return { ai, service, through, direct, close };
}

/** Measures the overhead over a provider that writes 100 tokens a second, and memory over many streams. */
export async function benchStreams(): Promise<void> {
  const { ai, service, through, direct, close } = await openBoth();
  const text = answer([], { summary: "x".repeat(TOKENS * 4) });
  ai.behave = () => ({ text, pieces: TOKENS, pieceMs: TOKEN_MS });
  await timeStream(through, /"token"/);
  const first: number[] = [];
  const share: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    const alone = await timeStream(direct, /"content":"./);
    const ours = await timeStream(through, /"token"/);
    first.push(ours.first - alone.first);
    share.push((100 * (ours.all - alone.all)) / alone.all);
  }
  row("streamed analysis at 100 tokens/s: our part of its time", [
    percent(median(share), "of it", "less"),
    ms(median(first), "added until the first token"),
  ]);
  ai.behave = () => ({ text, pieces: 20, pieceMs: 1 });
  const memory: number[] = [];
  for (let round = 0; round < 10; round += 1) {
    for (let batch = 0; batch < 5; batch += 1) {
      await Promise.all(Array.from({ length: 20 }, async () => await (await through()).text()));
    }
    memory.push(residentMemory(service));
  }
  row(
    "resident memory after streams",
    memory.map((resident, i) => mib(resident, `after ${(i + 1) * 100}`)),
  );
  await close();
}
