import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { type TaskLimits, TASK_LIMITS } from "../../src/selfhost/readers/limits.ts";
import type { ReadersOptions } from "../../src/selfhost/readers/start-readers.ts";
import { makeDocx, paragraph } from "../support/documents/make-docx.ts";
import { line, makePdf } from "../support/documents/make-pdf.ts";
import { type OpenReaders, openReaders } from "../support/node/reader-client.ts";

const opened: OpenReaders[] = [];
const script = join(import.meta.dirname, "misbehaving-reader.ts");

async function open(options: Partial<ReadersOptions> = {}): Promise<OpenReaders> {
  const readers = await openReaders(options);
  opened.push(readers);
  return readers;
}

const documentsWith = (limits: Partial<TaskLimits>) => ({
  ...TASK_LIMITS,
  document: { ...TASK_LIMITS.document, ...limits },
});

/** What the test's own reader answers when nothing goes wrong. */
const isPid = (answer: string) => answer === "half";

afterEach(async () => {
  for (const readers of opened.splice(0)) await readers.close();
});

describe("the readers' pool", () => {
  it("reads PDF, DOCX and TXT in its processes and passes failures on", async () => {
    const { readers } = await open();
    const read = async (filename: string, bytes: Uint8Array) =>
      (await readers.document("somebody", { filename, bytes })).text;
    const texts = await Promise.all([
      read("a.pdf", makePdf([line("from a PDF")])),
      read("a.docx", makeDocx(paragraph("from a DOCX"))),
      read("a.txt", new TextEncoder().encode("from a TXT")),
    ]);
    expect(texts).toEqual(["from a PDF", "from a DOCX\n", "from a TXT"]);
    const failed = read("a.exe", new Uint8Array([65]));
    await expect(failed).rejects.toMatchObject({ code: "unsupported_file_type" });
  });

  it.each([
    ["keeps a process for the next task", 60_000, true],
    ["ends one for which nothing comes", 0, false],
  ])("%s", async (_what, restMs, isKept) => {
    const { readers } = await open({ script, places: 1, restMs });
    // Its answer to a feed is a half, and its id behind that.
    const idOf = async () => {
      const page = { bytes: new Uint8Array([65]), contentType: "" };
      return (await readers.feed("somebody", page, "https://feeds.example/")).items;
    };
    const first = await idOf();
    await sleep(100);
    if (isKept) expect(await idOf()).toEqual(first);
    else expect(await idOf()).not.toEqual(first);
  });

  it.each([
    ["loop", "needs more than 0.5 seconds"],
    ["hang", "needs more than 2 seconds"],
    ["heap", "needs more than 64 MiB of memory"],
    ["buffers", "needs more than 64 MiB of memory"],
    ["exit", "could not be read to its end"],
  ])("ends a process that does not behave (%s) and reads the next document", async (what, why) => {
    const cost = { loop: { cpuSeconds: 0.5 }, hang: { wallSeconds: 2 } }[what] ?? {};
    const limits = documentsWith({ memoryMb: 64, ...cost });
    const { read } = await open({ script, places: 1, heapMb: 64, limits });
    const [ended, next, other] = await Promise.all([read(what), read("x"), read("x", "other")]);
    expect(ended).toBe(
      `The document ${why}${why.includes("could") ? "" : " to be read"}; split it, or upload its text as a TXT file.`,
    );
    expect([next, other].every(isPid)).toBe(true);
  });

  it("fails what it reads and what waits when it is closed", async () => {
    const readers = await open({ script, places: 1 });
    await readers.read("x");
    const answers = [readers.read("hang"), readers.read("x")];
    await sleep(200);
    await readers.close();
    opened.pop();
    for (const answer of await Promise.all(answers)) expect(answer).toContain("is stopping");
  });

  it("ends the process of a task that nobody waits for any more", async () => {
    const { read, socketPath } = await open({ script, places: 1 });
    const headers = { "x-caller": "somebody" };
    const gone = request({ socketPath, method: "POST", path: "/document", headers });
    gone.on("error", () => undefined);
    const begun = new Promise((resolve) => gone.once("response", resolve));
    gone.end('{"filename":"hang"}\n');
    await begun;
    gone.destroy();
    // There is one place, which would never be free otherwise.
    expect(isPid(await read("x", "somebody"))).toBe(true);
  });
});

describe("whoever waits behind another's slow documents", () => {
  const patient = { script, places: 2, slowPlaces: 6, longestWaitMs: 3_000 };

  it.each([
    ["six of one caller", Array.from({ length: 6 }, () => "slow one")],
    ["six callers with one each", Array.from({ length: 6 }, (_, i) => `slow ${i}`)],
  ])("is read while they go on: %s", async (_, callers) => {
    const { read } = await open(patient);
    const slow = { ended: 0 };
    const all = callers.map(async (caller) => {
      await read("busy", caller);
      slow.ended += 1;
    });
    await sleep(100);
    expect(isPid(await read("x", "another"))).toBe(true);
    // It was let in before any of them came to its end or was ended.
    expect(slow.ended).toBe(0);
    void Promise.all(all);
  });

  it("takes the place of the longest-running one of the caller who holds most", async () => {
    const { read } = await open({ ...patient, slowPlaces: 1, longestWaitMs: 1_200 });
    const ended: [string, string][] = [];
    const callers = ["many", "many", "many", "few"];
    const all = callers.map(async (caller) => ended.push([caller, await read("busy", caller)]));
    await sleep(100);
    expect(isPid(await read("x", "another"))).toBe(true);
    expect(ended.length).toBeGreaterThan(0);
    for (const [caller, reason] of ended) {
      expect(caller).toBe("many");
      expect(reason).toContain("others waited for their turn");
    }
    void Promise.all(all);
  });
});
