import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { ExtractedDocument } from "../../../src/formats/documents/document.ts";
import { beginSession } from "../../../src/reading/sessions/begin-session.ts";
import { failSession } from "../../../src/reading/sessions/fail-session.ts";
import { analyseReport } from "../../../src/reading/sessions/analyse-report.ts";
import type { OutlineView } from "../../../src/reading/sessions/text/outline-schema.ts";
import { readAnalysisInput } from "../../../src/reading/sessions/read-analysis-input.ts";
import type { Block } from "../../../src/text/document/document.ts";
import { outlineText } from "../../../src/text/outline/outline-text.ts";
import {
  form,
  ingestAsShipped,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";

const ACTOR = { name: "local", role: "admin" } as const;
const TITLE = "The report";
const TEXT = `${TITLE}\nThey used T1566 and T1059.001.\nHost\tRole`;
const at = (words: string) => ({
  start: TEXT.indexOf(words),
  end: TEXT.indexOf(words) + words.length,
});
const HEADING: Block = { kind: "heading", level: 2, page: 1, source: "format", ...at(TITLE) };
const PARAGRAPH: Block = {
  kind: "paragraph",
  page: 1,
  source: "format",
  ...at("They used T1566 and T1059.001."),
};
const ROW: Block = {
  kind: "row",
  page: 2,
  source: "format",
  ...at("Host\tRole"),
  cells: [at("Host"), at("Role")],
};
const printedLine = (words: string, page: number) => ({
  ...at(words),
  page,
  x: 72,
  y: 80.5,
  width: 200,
  height: 12,
});
const EXTRACTED: ExtractedDocument = {
  media_type: "application/pdf",
  text: TEXT,
  pages: 2,
  blocks: [HEADING, PARAGRAPH, ROW],
  printed: {
    sizes: [
      { width: 595, height: 842 },
      { width: 612, height: 792 },
    ],
    lines: [printedLine(TITLE, 1), printedLine("Host\tRole", 2)],
  },
};

beforeAll(ingestAsShipped);

/** Begins the session of a file that readers say this of. */
async function begin(extracted = EXTRACTED) {
  const context = testServices();
  const readers = { ...context.readers, document: async () => extracted };
  const file = { bytes: new Uint8Array([1, 2, 3]), filename: "report.pdf" };
  const input = await readAnalysisInput({ ...context, readers }, {}, file);
  const { id } = await beginSession(context, ACTOR, input);
  return { context, input, id };
}

async function analysed(extracted = EXTRACTED): Promise<string> {
  const { context, input, id } = await begin(extracted);
  await analyseReport(context, id, input, null, new AbortController().signal);
  return id;
}

const outlineOf = async (id: string) =>
  (await requestJson<OutlineView>(`/api/analyze/${id}/outline`)).body;
const fileOf = async (id: string) => await env.FILES.get(`sessions/${id}/outline.json`);
const inBody = (blocks: readonly Block[]) => blocks.map((block) => ({ ...block, section: "body" }));
const PLAIN = { kind: "paragraph", source: "inferred" } as const;

describe("GET /api/analyze/{session_id}/outline", () => {
  it("answers what the format says, with the lines of each page", async () => {
    const { page: _page, ...first } = printedLine(TITLE, 1);
    const { page: _other, ...second } = printedLine("Host\tRole", 2);
    expect(await outlineOf(await analysed())).toEqual({
      language: "en",
      chars: TEXT.length,
      blocks: inBody([HEADING, PARAGRAPH, ROW]),
      pages: [
        { number: 1, width: 595, height: 842, lines: [first] },
        { number: 2, width: 612, height: 792, lines: [second] },
      ],
    });
  });

  it("answers the outline of typed text, without pages", async () => {
    const { body } = await requestJson<{ session_id: string }>(
      "/api/analyze",
      form({ text: TEXT }),
    );
    const { blocks, pages } = await outlineOf(body.session_id);
    expect({ blocks, pages }).toEqual({ blocks: inBody(outlineText(TEXT).blocks), pages: [] });
  });

  it("is computed from the text of sessions that have none stored", async () => {
    const id = await analysed();
    await env.FILES.delete(`sessions/${id}/outline.json`);
    const { chars, blocks, pages } = await outlineOf(id);
    expect({ chars, blocks, pages }).toEqual({
      chars: TEXT.length,
      blocks: inBody(outlineText(TEXT).blocks),
      pages: [],
    });
  });

  it("names the section of each part, of a heading the one that it begins", async () => {
    const text =
      "They used T1566.\n\n## Recommendations\n\nTrain your staff.\n\n## Attack\n\nThey left.";
    const { body } = await requestJson<{ session_id: string }>("/api/analyze", form({ text }));
    const { blocks } = await outlineOf(body.session_id);
    expect(blocks.map(({ start, section }) => [text.slice(start, start + 5), section])).toEqual([
      ["They ", "body"],
      ["## Re", "advice"],
      ["Train", "advice"],
      ["## At", "body"],
      ["They ", "body"],
    ]);
  });

  it("answers for failed sessions as the text does, and for none that is gone", async () => {
    const { context, id } = await begin();
    await failSession(context, id, new Error("It broke."));
    expect((await outlineOf(id)).blocks).toHaveLength(3);
    await request(`/api/analyze/sessions/${id}`, { method: "DELETE" });
    expect(await fileOf(id)).toBeNull();
    for (const part of ["text", "outline"]) {
      expect((await request(`/api/analyze/${id}/${part}`)).status).toBe(404);
    }
  });
});

describe("a stored outline", () => {
  it("counts among the bytes that a session takes", async () => {
    const { id } = await begin();
    const stored = await env.WORKSPACE_DB.prepare("SELECT stored_bytes FROM sessions WHERE id = ?")
      .bind(id)
      .first<number>("stored_bytes");
    const { objects } = await env.FILES.list({ prefix: `sessions/${id}` });
    expect(objects).toHaveLength(3);
    expect(stored).toBe(objects.reduce((sum, { size }) => sum + size, 0));
  });

  it("is not stored where it has too many parts", async () => {
    const lines = Array.from({ length: 200_000 }, () => printedLine(TITLE, 1));
    const { id } = await begin({ ...EXTRACTED, printed: { sizes: [], lines } });
    expect(await fileOf(id)).toBeNull();
    expect((await outlineOf(id)).blocks).toEqual(inBody(outlineText(TEXT).blocks));
  });

  const again = {
    "a retry": async (id: string) => {
      await env.WORKSPACE_DB.batch(
        [
          "UPDATE sessions SET status = 'failed' WHERE id = ?",
          "DELETE FROM session_techniques WHERE session_id = ?",
        ].map((statement) => env.WORKSPACE_DB.prepare(statement).bind(id)),
      );
      return await request(`/api/analyze/sessions/${id}/retry`, { method: "POST" });
    },
    "a re-analysis": async (id: string) =>
      await request(`/api/analyze/sessions/${id}/reanalyse`, { method: "POST" }),
  };

  it.each(Object.entries(again))("keeps what the format says in %s alone", async (_of, run) => {
    const id = await analysed();
    const { blocks, ...rest } = (await (await fileOf(id))?.json<ExtractedDocument>()) ?? EXTRACTED;
    const guessed = { ...PLAIN, ...at("They used T1566 and T1059.001.") };
    const older = [HEADING, { ...guessed, end: guessed.start + 4 }, ROW];
    expect(blocks).toHaveLength(3);
    await env.FILES.put(`sessions/${id}/outline.json`, JSON.stringify({ ...rest, blocks: older }));
    expect((await run(id)).status).toBe(200);
    const { blocks: found, pages } = await outlineOf(id);
    expect(found).toEqual(inBody(outlineText(TEXT, [HEADING, ROW]).blocks));
    expect(pages.map(({ lines }) => lines.length)).toEqual([1, 1]);
  });

  it("of an older session is made when it is analysed again", async () => {
    const id = await analysed();
    await env.FILES.delete(`sessions/${id}/outline.json`);
    expect((await again["a re-analysis"](id)).status).toBe(200);
    expect(await (await fileOf(id))?.json()).toEqual({ blocks: outlineText(TEXT).blocks });
  });
});
