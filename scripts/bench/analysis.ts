import { SEED } from "../../src/knowledge/attack/vocabulary.ts";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { decodeModel } from "../../src/reading/analyser/model/model-file.ts";
import { outlineText } from "../../src/text/outline/outline-text.ts";
import { splitSentences } from "../../src/text/sentences/sentences.ts";
import { extractDocument } from "../../src/formats/documents/extract-document.ts";
import { commandLine } from "../../test/support/node/command-line.ts";
import { analyse } from "../../test/support/node/service.ts";
import { readData } from "../../test/support/node/real-data.ts";
import { median, microseconds, mib, ms } from "./figures.ts";
import { peakMemory, RUNS, time, withService } from "./measure.ts";
import { row } from "./report.ts";

const LIMITS = { maxUnpackedBytes: 50_000_000, maxPdfPages: 2_000, maxTextChars: 1_000_000 };
const MODEL = `assets/models/${SEED.domain}-${SEED.version}.bin`;
const OWN =
  "The actor ran a PowerShell script on the host and sent a mail with an attachment. " +
  "It then dumped LSASS memory, moved to the file server by RDP and encrypted all documents there. ";

/** Returns the advisory of 22 pages and its text, or a generated text. */
export async function readReport(): Promise<{ file: File | null; text: string }> {
  const pdf = readData("reports/AA20-302A.pdf");
  if (pdf === null) return { file: null, text: OWN.repeat(240) };
  const bytes = new Uint8Array(pdf);
  const { text } = await extractDocument({ bytes, filename: "AA20-302A.pdf" }, LIMITS);
  return { file: new File([bytes], "AA20-302A.pdf"), text };
}

/** Repeats a text up to the longest that can be analyzed. */
export function toMillion(text: string): string {
  // A form converts line feeds into two characters, which count.
  const line = text.replaceAll("\n", " ");
  return line.repeat(Math.ceil(LIMITS.maxTextChars / line.length)).slice(0, LIMITS.maxTextChars);
}

/** Requests the health repeatedly while a task runs. Returns the longest wait in milliseconds. */
async function longestWait(url: string, task: Promise<unknown>): Promise<number> {
  const state = { isRunning: true };
  let longest = 0;
  const asking = (async () => {
    while (state.isRunning) {
      longest = Math.max(longest, await time(() => fetch(`${url}/api/health`)));
      await sleep(1);
    }
  })();
  await task;
  state.isRunning = false;
  await asking;
  return longest;
}

async function benchDecode(): Promise<void> {
  const bytes = new Uint8Array(readFileSync(MODEL));
  const runs: number[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push(await time(async () => decodeModel(bytes)));
  row("the model decoded, in Node", [ms(median(runs)), ms(runs[0] ?? 0, "first")]);
}

/** Measures the command line without a server, from its start to its end. */
async function benchCommandLine(file: File | null, note: string): Promise<void> {
  const stdin = file === null ? OWN : new Uint8Array(await file.arrayBuffer());
  const run = async () => {
    const { code, told } = await commandLine(["analyse", "-"], { stdin });
    if (code !== 0) throw new Error(told);
  };
  const runs: number[] = [];
  for (let count = 0; count <= RUNS; count += 1) runs.push(await time(run));
  // The first run after a build compiles the Worker and stores the release.
  const figures = [ms(median(runs.slice(1))), ms(runs[0] ?? 0, "first")];
  row("the command line, a process without a server", figures, note);
}

/** Measures analysis by the embedded analyzer, from request to response. */
export async function benchAnalysis(): Promise<void> {
  await benchDecode();
  const { file, text } = await readReport();
  const sentences = splitSentences(outlineText(text)).length;
  const note = file === null ? "a text made here" : "AA20-302A.pdf, 22 pages";
  await withService(async ({ url }) => {
    const measure = async (fields: Record<string, string | File>) => {
      const runs: number[] = [];
      for (let run = 0; run < 3 * RUNS; run += 1) runs.push(await time(() => analyse(url, fields)));
      return { first: runs[0] ?? 0, warm: median(runs.slice(RUNS)) };
    };
    const plain = await measure({ text });
    const perSentence = microseconds((plain.warm / sentences) * 1_000, "per sentence");
    const figures = [ms(plain.warm, "warm"), ms(plain.first, "first"), perSentence];
    row("the text of a report, stored and answered", figures, note);
    if (file !== null) row("the PDF itself, warm", ms((await measure({ file })).warm), note);
  });
  await benchCommandLine(file, note);
  await withService(async (service) => {
    const { url } = service;
    await analyse(url, { text: OWN });
    const before = peakMemory(service);
    const task = analyse(url, { text: toMillion(text) });
    const start = performance.now();
    const ended = task.then(() => performance.now() - start);
    const longest = await longestWait(url, task);
    row("1,000,000 characters of text", [
      ms(await ended),
      ms(longest, "longest wait of /api/health"),
      mib(peakMemory(service) - before, "more resident at the peak"),
    ]);
  });
}
