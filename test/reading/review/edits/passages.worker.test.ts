import { beforeAll, describe, expect, it } from "vitest";
import { EDITED_REPORT, newSession } from "../../../support/edits.ts";
import { ingestSmallRelease, requestJson } from "../../../support/service.ts";
import { json } from "../../../support/edits.ts";

beforeAll(ingestSmallRelease);

const spanOf = (passage: string) => {
  const start = EDITED_REPORT.indexOf(passage);
  return { start, end: start + passage.length };
};
const MAIL = "Mail came first (T1566).";
const LOADER = "“loader”";
const passage = (text: string) => ({ text, ...spanOf(text) });

describe("passages of a technique", () => {
  it("are replaced, and the first becomes the evidence", async () => {
    const session = await newSession();
    const given = { passages: [spanOf(LOADER), spanOf(MAIL)] };
    const { status, body } = await session.patch("T1566", given);
    expect(status).toBe(200);
    const { start, end } = spanOf(LOADER);
    expect(body).toMatchObject({
      evidence: LOADER,
      evidence_start: start,
      evidence_end: end,
      verified: true,
      passages: [passage(LOADER), passage(MAIL)],
    });
    const [entry] = (await session.history()).body;
    expect(entry).toMatchObject({ fields: ["evidence", "passages"] });
    expect(entry?.after).toMatchObject({ passages: [passage(LOADER), passage(MAIL)] });
  });

  it("are added behind the evidence, each once, without white space around them", async () => {
    const session = await newSession();
    const [own] = (await session.technique("T1566"))?.passages ?? [];
    const { start, end } = spanOf(LOADER);
    const wide = { start: start - 1, end: end + 2 };
    const kept = own && { start: own.start, end: own.end };
    await session.patch("T1566", { passages: [kept, wide, spanOf(LOADER)] });
    expect((await session.technique("T1566"))?.passages).toEqual([own, passage(LOADER)]);
    const [entry] = (await session.history()).body;
    expect(entry?.fields).toEqual(["passages"]);
  });

  it("go back by an undo, and stay when the session is analysed again", async () => {
    const session = await newSession();
    const before = (await session.technique("T1566"))?.passages;
    await session.patch("T1566", { passages: [spanOf(LOADER)] });
    const again = await requestJson(`${session.path}/reanalyse`, json("POST"));
    expect(again.status).toBe(200);
    expect((await session.technique("T1566"))?.passages).toEqual([passage(LOADER)]);
    const other = await newSession();
    await other.patch("T1566", { passages: [spanOf(LOADER)] });
    const [change] = (await other.history()).body;
    expect((await other.undo(change?.change_id)).status).toBe(200);
    expect((await other.technique("T1566"))?.passages).toEqual(before);
  });

  it("must lie in the text, and come without other evidence", async () => {
    const session = await newSession();
    const many = Array.from({ length: 6 }, (_, at) => ({ start: at, end: at + 1 }));
    for (const given of [
      { passages: [] },
      { passages: many },
      { passages: [{ start: 5, end: 5 }] },
      { passages: [{ start: 0, end: 10_000 }] },
      { passages: [spanOf(MAIL)], evidence: MAIL },
    ]) {
      expect((await session.patch("T1566", given)).status).toBe(422);
    }
    expect((await session.history()).body).toEqual([]);
  });
});
