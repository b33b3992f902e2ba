import { beforeAll, describe, expect, it } from "vitest";
import type { Analysis } from "../../../src/reading/sessions/schema.ts";
import { newSession } from "../../support/edits.ts";
import { form, ingestSmallRelease, request, requestJson } from "../../support/service.ts";

beforeAll(ingestSmallRelease);

const HOSTILE: Record<string, string> = {
  "control characters": "a\u0000b\u0001\u0007\u001b[31mred\u001b[0m\u007f\u0085c",
  "halves of characters": "a\ud800b\udfffc",
  "a turned direction": "invoice\u202efdp.exe \u2066x\u2069 \u200f\u061c",
  "what nobody sees": "ban\u200bking\ufeff \u2060x \u{e0041}\u{e007f}",
  "line ends": "a\r\nb\rc\u2028d\u2029e\u000bf",
  "a header": '"; filename="x.exe"\r\nSet-Cookie: a=b',
  "a formula": '=HYPERLINK("https://e.example","x")',
  "a formula behind a tab": "\t=1+1",
  "a sum": "@SUM(1)",
  "a minus": "-2+3",
  "a path": "../../etc/passwd",
  "a device": "CON",
  markup: "<img src=x onerror=alert(1)>",
  "a link": "x](javascript:alert(1))![y](z)",
  "a table cell": "a | b |\n| - | - |",
  SQL: "' or 1=1; drop table sessions; --",
  wildcards: "100%_*?[a-z]",
  "a template": "{{7*7}} ${7*7} %s",
  emoji: "👩‍👩‍👧‍👦 🏴‍☠️ é",
  "heaped marks": `Z${"\u0301".repeat(40)}`,
  "right to left": "تقرير عن الهجوم דוח",
};

/** Nothing of this is in what was cleaned; line ends and tabs are in notes. */
const UNSEEN =
  /(?![\n\t])[\p{Cc}\p{Cs}\p{Bidi_Control}\u200b\u2028\u2029\u2060-\u2064\ufeff\u{e0000}-\u{e007f}]/u;

/** All texts of an answer that stand in these fields. */
function writtenIn(value: unknown, keys = ["name", "note", "title", "tags"], key = ""): string[] {
  if (typeof value === "string") return keys.includes(key) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap((entry) => writtenIn(entry, keys, key));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => writtenIn(part, keys, name));
}

/** A file name in a header (RFC 6266), which ends where it is to end. */
const SAFE_NAME =
  /^(attachment|inline); filename="[\x20\x21\x23-\x5b\x5d-\x7e]+"(; filename\*=UTF-8''[\w.~%-]+)?$/;

/** The cells of a CSV (RFC 4180). */
function cellsOf(csv: string): string[] {
  return [...csv.matchAll(/(?:^|,|\r?\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}

describe("what is typed in", () => {
  it.each(Object.entries(HOSTILE))("is stored clean and leaves clean: %s", async (_what, text) => {
    const session = await newSession(undefined, { name: text.toWellFormed().slice(0, 255) });
    const answers = [
      await session.update({ name: text, note: text, tags: [`t${text}`.slice(0, 50)] }),
      await session.add({ attack_id: "T1574.001", evidence: "loader", note: text }),
      await session.patch("T1566", { note: text }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 201, 200]);
    const { body: list } = await requestJson("/api/analyze/sessions");
    const shown = [
      ...answers.map(({ body }) => body),
      await session.read(),
      (await session.history()).body,
      list,
    ];
    const written = writtenIn(shown);
    expect(written.length).toBeGreaterThan(8);
    for (const one of written) expect([one, UNSEEN.test(one)]).toEqual([one, false]);
    const lines = writtenIn(shown, ["name", "title", "tags"]);
    expect(lines.filter((one) => /[\n\t]/.test(one))).toEqual([]);
    // The same once more is nothing new.
    const { headers } = await session.history();
    await session.patch("T1566", { note: text });
    await session.update({ name: text, note: text });
    expect((await session.history()).headers.get("X-Total-Count")).toBe(
      headers.get("X-Total-Count"),
    );
  });

  it.each(Object.entries(HOSTILE))("goes through every export: %s", async (_what, text) => {
    const report = `APT29 ran T1059.001: ${text.toWellFormed()} on the host.\nMail came (T1566).`;
    const session = await newSession(report, { name: text.toWellFormed().slice(0, 255) });
    await session.update({ name: text, note: text, tags: [`t${text}`.slice(0, 50)], tlp: "red" });
    const evidence = (await session.technique("T1059.001"))?.evidence ?? "";
    await session.patch("T1566", { note: text, evidence, review_status: "accepted" });
    for (const end of [
      "/stix",
      "/navigator",
      "/csv",
      "/markdown",
      "/attack-flow",
      "/attack-flow-builder",
    ]) {
      const response = await request(`/api/export/analysis/${session.id}${end}`);
      const disposition = response.headers.get("Content-Disposition");
      expect([end, response.status]).toEqual([end, 200]);
      expect(disposition).toMatch(SAFE_NAME);
      expect(response.headers.get("Set-Cookie")).toBeNull();
      const body = await response.text();
      if (end !== "/csv" && end !== "/markdown") JSON.parse(body);
      if (end === "/csv") {
        for (const cell of cellsOf(body)) expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      }
    }
  });

  it("goes through the PDF, all of it at once", async () => {
    const all = Object.values(HOSTILE).join("\n");
    const session = await newSession(`APT29 ran T1059.001: ${all.toWellFormed()}`);
    await session.update({ name: HOSTILE["a header"], note: all, tags: ["=1+1"] });
    await session.patch("T1059.001", { note: all, review_status: "accepted" });
    const response = await request(`/api/export/analysis/${session.id}`);
    expect(response.status).toBe(200);
    expect(response.headers.get("Content-Disposition")).toMatch(SAFE_NAME);
    const bytes = new Uint8Array(await response.arrayBuffer());
    expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe("%PDF-");
  });

  it.each(Object.entries(HOSTILE))("is searched for literally: %s", async (_what, text) => {
    const session = await newSession();
    const { body } = await session.update({ name: `Name ${text}`, tags: [text.slice(0, 50)] });
    const ids = async (query: string) => {
      const { status, body: found } = await requestJson<{ session_id: string }[]>(
        `/api/analyze/sessions?${query}`,
      );
      expect([query, status]).toEqual([query, 200]);
      return found.map((item) => item.session_id);
    };
    const name = encodeURIComponent(String(body["name"]).slice(0, 100));
    expect(await ids(`search=${name}`)).toContain(session.id);
    const [tag = ""] = body["tags"] as string[];
    expect(await ids(`tag=${encodeURIComponent(tag)}`)).toContain(session.id);
    const hostile = encodeURIComponent(text.toWellFormed().slice(0, 100));
    for (const filter of ["search", "tag", "group"]) await ids(`${filter}=${hostile}`);
    expect(await ids(`group=${hostile}`)).not.toContain(session.id);
    expect(await ids(`search=${name}&tag=nobody-has-this`)).toEqual([]);
  });

  it("is told apart by length, in a sentence that says how long it may be", async () => {
    const session = await newSession();
    const long = (length: number) => "🙂".repeat(length);
    const allowed = [
      await session.update({ name: long(255), note: long(10_000), tags: [long(50)] }),
      await session.patch("T1566", { note: long(10_000) }),
    ];
    expect(allowed.map(({ status }) => status)).toEqual([200, 200]);
    const refused: [object, string, RegExp][] = [
      [{ name: long(256) }, "/name", /255/],
      [{ note: long(10_001) }, "/note", /10000/],
      [{ tags: [long(51)] }, "/tags/0", /50/],
      [{ tags: ["\u202e\u0000"] }, "/tags/0", /visible character/],
      [{ tags: Array.from({ length: 21 }, (_, n) => `t${n}`) }, "/tags", /20/],
    ];
    for (const [given, pointer, sentence] of refused) {
      const detail: unknown = expect.stringMatching(sentence);
      const error = { pointer, detail };
      expect(await session.update(given)).toMatchObject({ status: 422, body: { errors: [error] } });
    }
    for (const given of [
      { note: long(10_001) },
      { evidence: long(20_001) },
      { evidence: "\ud800" },
    ]) {
      expect(await session.patch("T1566", given)).toMatchObject({
        status: 422,
        body: { code: "validation_error", errors: [{ pointer: `/${Object.keys(given)[0]}` }] },
      });
    }
    expect(await session.update({ name: "\u202e\u0000 " })).toMatchObject({
      status: 200,
      body: { name: null },
    });
  });

  it("is not a way into objects", async () => {
    const session = await newSession();
    for (const body of ['{"note":"n","__proto__":{"a":1}}', '{"constructor":{"prototype":{}}}']) {
      const init = { method: "PATCH", body };
      const answer = await requestJson(`${session.path}/techniques/T1566`, init);
      expect([body, answer.status]).toEqual([body, 422]);
    }
  });

  it("is found by its tag in any case", async () => {
    const session = await newSession();
    await session.update({ tags: ["Überfall", "BANK", "écoute"] });
    for (const tag of [
      "überfall",
      "ÜBERFALL",
      "Überfall",
      "bank",
      "Bank",
      "Écoute",
      "U\u0308berfall",
    ]) {
      const { body } = await requestJson<{ session_id: string }[]>(
        `/api/analyze/sessions?tag=${encodeURIComponent(tag)}`,
      );
      expect([tag, body.map((item) => item.session_id)]).toEqual([tag, [session.id]]);
    }
  });
});

describe("bytes that are no text", () => {
  it.each(["%00", "%ff%fe", "%ED%A0%80", "%E2%80%AE", "%0d%0aX-A:%20b"])(
    "are a search for something that is not there: %s",
    async (bytes) => {
      for (const filter of ["search", "tag", "group"]) {
        const answer = await requestJson(`/api/analyze/sessions?${filter}=x${bytes}x`);
        expect([filter, answer.status, answer.body]).toEqual([filter, 200, []]);
      }
    },
  );

  it("in the name of an upload are no part of it", async () => {
    const file = new File(["APT29 ran T1059.001."], "a\u202etxt.exe\u0007.txt");
    const { body } = await requestJson<Analysis>("/api/analyze", form({ file }));
    expect(body.filename).not.toMatch(UNSEEN);
    const response = await request(`/api/export/analysis/${body.session_id}/csv`);
    expect(response.headers.get("Content-Disposition")).not.toMatch(/[^\x20-\x7e]/);
  });
});
