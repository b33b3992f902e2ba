import { afterEach, describe, expect, it } from "vitest";
import { LIMITS } from "../support/documents/limits.ts";
import type { ExtractionOutcome } from "../../src/selfhost/extractor/extraction-message.ts";
import {
  createExtractionPool,
  type ExtractionPool,
  type ExtractionPoolOptions,
} from "../../src/selfhost/extractor/extraction-pool.ts";
import { makeDocx, paragraph } from "../support/documents/make-docx.ts";
import { line, makePdf } from "../support/documents/make-pdf.ts";

const pools: ExtractionPool[] = [];
const script = new URL("./misbehaving-process.ts", import.meta.url);

function open(options: Partial<ExtractionPoolOptions> = {}): ExtractionPool {
  const pool = createExtractionPool(options);
  pools.push(pool);
  return pool;
}

function run(
  pool: ExtractionPool,
  filename: string,
  bytes: Uint8Array = new Uint8Array([65]),
): Promise<ExtractionOutcome> {
  return pool.run({ file: { bytes, filename }, limits: LIMITS });
}

const textOf = (outcome: ExtractionOutcome) =>
  "document" in outcome ? outcome.document.text : outcome.failure.detail;

afterEach(async () => {
  for (const pool of pools.splice(0)) await pool.close();
});

describe("the extraction pool", () => {
  it("reads PDF, DOCX and TXT in its processes and passes failures on", async () => {
    const pool = open();
    const outcomes = await Promise.all([
      run(pool, "a.pdf", makePdf([line("from a PDF")])),
      run(pool, "a.docx", makeDocx(paragraph("from a DOCX"))),
      run(pool, "a.txt", new TextEncoder().encode("from a TXT")),
    ]);
    expect(outcomes.map(textOf)).toEqual(["from a PDF", "from a DOCX\n", "from a TXT"]);
    const failed = await run(pool, "a.exe");
    expect(failed).toMatchObject({ failure: { code: "unsupported_file_type" } });
  });

  it("reuses a process, and opens no more than its size", async () => {
    const pool = open({ script, size: 2 });
    const first = textOf(await run(pool, "x"));
    expect(textOf(await run(pool, "x"))).toBe(first);
    const many = await Promise.all(Array.from({ length: 8 }, () => run(pool, "slow")));
    expect(new Set(many.map(textOf)).size).toBe(2);
  });

  it.each([
    ["loop", "seconds"],
    ["heap", "MiB of memory"],
    ["buffers", "MiB of memory"],
    ["exit", "could not be read"],
  ])("kills a process that does not behave (%s) and reads the next document", async (what, why) => {
    const timeoutMs = what === "loop" ? 500 : 20_000;
    const pool = open({ script, size: 1, timeoutMs, maxMemoryMb: 64 });
    const before = textOf(await run(pool, "x"));
    const [killed, next] = await Promise.all([run(pool, what), run(pool, "x")]);
    expect(killed).toMatchObject({ failure: { code: "document_unreadable" } });
    expect(textOf(killed)).toContain(why);
    expect(textOf(next)).toMatch(/^\d+$/);
    expect(textOf(next)).not.toBe(before);
  });

  it("fails what it reads and what waits when it is closed", async () => {
    const pool = open({ script, size: 1 });
    await run(pool, "x");
    const outcomes = [run(pool, "loop"), run(pool, "x")];
    await pool.close();
    outcomes.push(run(pool, "x"));
    for (const outcome of await Promise.all(outcomes)) {
      expect(outcome).toMatchObject({ failure: { code: "document_unreadable" } });
    }
  });
});
