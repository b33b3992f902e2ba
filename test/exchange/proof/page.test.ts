import { describe, expect, it } from "vitest";
import { cutText, pageOf } from "../../../src/exchange/proof/page/cut-text.ts";
import { escapeHtml } from "../../../src/platform/lib/escape-html.ts";
import { listMarks, markText } from "../../../src/exchange/proof/page/mark-text.ts";
import { writeProofPage } from "../../../src/exchange/proof/page/proof-page.ts";
import type { Proof } from "../../../src/exchange/proof/read-proof.ts";

const TEXT = "They sent mails and ran scripts.";

function marked(...passages: [id: string, words: string][]): string {
  const techniques = passages.map(([attack_id, words]) => {
    const start = TEXT.indexOf(words);
    return { attack_id, passages: [{ start, end: start + words.length }] };
  });
  const html = markText(TEXT, { start: 0, end: TEXT.length }, listMarks(techniques));
  return html.replace(/<a id="[^"]*"><\/a>/g, "|");
}

describe("marked passages", () => {
  it("bear the ids of all that they show", () => {
    expect(marked(["T1", "sent mails"], ["T2", "sent mails"])).toBe(
      "They |<mark>sent mails</mark><sup>T1 T2</sup> and ran scripts.",
    );
  });

  it("may overlap and contain each other", () => {
    expect(marked(["T1", "sent mails and"], ["T2", "mails and ran"])).toBe(
      "They |<mark>sent </mark>|<mark>mails and</mark><sup>T1</sup><mark> ran</mark><sup>T2</sup> scripts.",
    );
    expect(marked(["T1", TEXT], ["T2", "mails"]).replace(/<[^>]+>|\|/g, "")).toBe(
      "They sent mailsT2 and ran scripts.T1",
    );
  });

  it("are cut at the ends of a page", () => {
    const mark = { start: 5, end: 15, ids: ["T1"] };
    expect(markText(TEXT, { start: 0, end: 10 }, [mark])).toContain("<mark>sent </mark>");
    expect(markText(TEXT, { start: 10, end: 32 }, [mark])).toBe(
      "<mark>mails</mark><sup>T1</sup> and ran scripts.",
    );
  });
});

describe("pages of a text", () => {
  it("hold all of it, cut between paragraphs or lines where some are near", () => {
    const text = `${"a".repeat(80)}\n\n${"b".repeat(50)}\n${"c".repeat(200)}`;
    const pages = cutText(text, 100, 40);
    expect(pages.map(({ start, end }) => text.slice(start, end)).join("")).toBe(text);
    expect(pages[0]?.end).toBe(82);
    expect(pages[1]?.end).toBe(182);
    expect(pages.map((_, at) => pageOf(pages, pages[at]?.start ?? 0))).toEqual([0, 1, 2, 3]);
    expect(cutText("")).toEqual([{ start: 0, end: 0 }]);
  });

  it("split no character", () => {
    const text = "😀".repeat(60);
    for (const { start, end } of cutText(text, 25, 5)) {
      expect(text.slice(start, end).isWellFormed()).toBe(true);
    }
  });
});

it("text of a report is text on the page", () => {
  expect(escapeHtml(`<a href='x' title="y">&</a>\u202e\u0000`)).toBe(
    "&lt;a href=&#39;x&#39; title=&quot;y&quot;&gt;&amp;&lt;/a&gt;  ",
  );
});

describe("the page of a long text", () => {
  const [first, last] = ["They sent mails.", "They stole files."];
  const text = `${first}\n\n${"Nothing else was seen on that day. ".repeat(3_000)}\n\n${last}`;
  const techniqueOf = (attack_id: string, words: string) => {
    const start = text.indexOf(words);
    const passages = [{ text: words, start, end: start + words.length }];
    return {
      attack_id,
      name: "",
      review_status: "accepted",
      standing: "Confirmed",
      passages,
      quoted: "",
    };
  };
  const proof: Proof = {
    link: {
      id: "1",
      session_id: "1",
      signed_at: "2026-11-28T08:00:00.000Z",
      content_sha256: "",
      hash: "",
      created_by: "ann",
      created_at: "2026-11-28T08:00:00.000Z",
      expires_at: "2026-12-05T08:00:00.000Z",
    },
    report: {
      session_id: "1",
      title: "A long report",
      marking: null,
      signed_by: "ann",
      signed_at: "2026-11-28T08:00:00.000Z",
      domain: "enterprise-attack",
      version: "19.1",
      text_sha256: "",
      text,
      techniques: [techniqueOf("T1566", first), techniqueOf("T1041", last)],
    },
    receipt: { content_sha256: "", is_unchanged: true, entry: null },
  };

  it("shows a part of it, and links to the passages of the others", () => {
    const page = writeProofPage(proof, 1);
    expect(page).toContain(`<mark>${first}</mark>`);
    expect(page).not.toContain(`<mark>${last}</mark>`);
    expect(page.length).toBeLessThan(70_000);
    const [, target = ""] = /href="\?page=2#(p\d+-\d+)"/.exec(page) ?? [];
    expect(writeProofPage(proof, 2)).toContain(`<a id="${target}"></a><mark>${last}</mark>`);
  });

  it("is the last one beyond the end, and the first one before the beginning", () => {
    expect(writeProofPage(proof, 99)).toBe(writeProofPage(proof, 2));
    expect(writeProofPage(proof, -1)).toBe(writeProofPage(proof, 1));
  });
});
