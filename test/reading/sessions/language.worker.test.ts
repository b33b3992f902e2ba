import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import { detectLanguage } from "../../../src/text/language/detect-language.ts";
import { retrySession } from "../../../src/reading/sessions/retry-session.ts";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import { REPORTS } from "../../support/reports-by-language.ts";
import {
  form,
  ingestSmallRelease,
  request,
  requestJson,
  testServices,
} from "../../support/service.ts";

beforeAll(ingestSmallRelease);

const german = REPORTS["de"] ?? "";
const english = REPORTS["en"] ?? "";

describe("the language of a text", () => {
  it.each(Object.entries(REPORTS))("is told: %s", async (language, text) => {
    expect(detectLanguage(text)).toBe(language);
    // However long it is, and among what has no language.
    const iocs =
      "d41d8cd98f00b204e9800998ecf8427e\nC:\\Users\\Public\\u.exe\nhttp://evil.example/a\n";
    expect(detectLanguage(`${text} ${iocs}`.repeat(400))).toBe(language);
  });

  it.each([
    "",
    "T1059.001, T1566 and T1003",
    "APT28 used PowerShell.",
    "Mimikatz Cobalt Strike PsExec AnyDesk",
    "powershell -enc SQBFAFgA -w hidden",
    "0123456789 ".repeat(3_000),
    "d41d8cd98f00b204e9800998ecf8427e\n".repeat(500),
    "\uD800".repeat(1_000),
    "a".repeat(1_000_000),
  ])("is not told where it is not sure: %j", async (text) => {
    expect(detectLanguage(text)).toBeNull();
  });

  it("is that of most of a text", async () => {
    expect(detectLanguage(`${german} ${german} ${german} ${english}`.repeat(20))).toBe("de");
    expect(detectLanguage(`${german} ${english} ${english} ${english}`.repeat(20))).toBe("en");
  });
});

describe("a report in another language", () => {
  const analyse = async (text: string) =>
    (await requestJson<Analysis>("/api/analyze", form({ text }))).body;

  it("has its language, and a warning that names it", async () => {
    const body = await analyse(german);
    expect(body).toMatchObject({
      language: "de",
      source_url: null,
      warnings: [expect.stringMatching(/^The report is in German, and the embedded analyzer /)],
    });
    expect((await requestJson(`/api/analyze/${body.session_id}`)).body).toEqual(body);
  });

  it("has no warning where it is English or not told", async () => {
    expect(await analyse(english)).toMatchObject({ language: "en", warnings: [] });
    expect(await analyse("T1566, T1059")).toMatchObject({ language: null, warnings: [] });
  });

  it("warns once when it is retried, and not of an older session", async () => {
    const { session_id: id } = await analyse(german);
    const fail = "update sessions set status = 'failed', failure = 'x' where id = ?";
    for (let i = 0; i < 2; i += 1) {
      await env.WORKSPACE_DB.prepare(fail).bind(id).run();
      await env.WORKSPACE_DB.prepare("delete from session_techniques where session_id = ?")
        .bind(id)
        .run();
      const signal = new AbortController().signal;
      const retried = await retrySession(testServices(), "local", id, {}, signal);
      expect(retried.warnings).toHaveLength(1);
    }
    const older = "update sessions set language = null, warnings = '[]' where id = ?";
    await env.WORKSPACE_DB.prepare(older).bind(id).run();
    const { body } = await requestJson<Analysis>(`/api/analyze/${id}`);
    expect([body.language, body.warnings]).toEqual([null, []]);
    await (await request(`/api/analyze/sessions/${id}`, { method: "DELETE" })).body?.cancel();
  });
});
