import { beforeAll, describe, expect, it } from "vitest";
import type { Canvas } from "../../../../src/sharing/exports/pdf/document/canvas.ts";
import { type FontSet, loadFonts } from "../../../../src/sharing/exports/pdf/fonts/font-set.ts";
import type { Run } from "../../../../src/sharing/exports/pdf/layout/run.ts";
import type { PlacedGlyph } from "../../../../src/sharing/exports/pdf/layout/shaper.ts";
import { linked, STYLES } from "../../../../src/sharing/exports/pdf/layout/style.ts";
import { Typesetter } from "../../../../src/sharing/exports/pdf/layout/typesetter.ts";
import { testServices } from "../../../support/service.ts";

const STYLE = STYLES.body;
const WIDTH = 120;
const TEXTS: Record<string, string> = {
  words: "The loader was written beside a signed program, so that the program loaded it.",
  "a word without a break": "0123456789abcdef".repeat(190),
  "a path": "C:\\Users\\somebody\\AppData\\Roaming\\Microsoft\\Windows\\Start Menu\\svc.lnk",
  chinese:
    "攻击者通过鱼叉式钓鱼邮件投递恶意文档，利用PowerShell执行脚本，并通过计划任务实现持久化。".repeat(
      9,
    ),
  arabic:
    "أرسل المهاجمون رسائل تصيّد موجّهة (invoice.docx)، ثم شغّلوا PowerShell كل 20 دقيقة. ".repeat(5),
  "an arabic word without a break": "موجهة".repeat(200),
  thai: "ผู้โจมตีส่งอีเมลฟิชชิ่งและเรียกใช้สคริปต์".repeat(9),
  hindi: "हमलावरों ने फ़िशिंग ईमेल भेजे और स्क्रिप्ट चलाई। ".repeat(5),
};

/** What lines draw: text from left to right, and how far it reaches. */
function drawn(lines: ReturnType<Typesetter["set"]>) {
  return lines.map((line) => {
    let left = Number.POSITIVE_INFINITY;
    let right = 0;
    let text = "";
    const written: PlacedGlyph[] = [];
    const canvas = {
      drawText: (x: number, _: number, runs: Run[]) => {
        left = Math.min(left, x);
        right = Math.max(right, x + runs.reduce((sum, run) => sum + run.width, 0));
        const glyphs = runs.flatMap((run) => run.glyphs);
        text += glyphs.map((glyph) => glyph.text).join("");
        written.push(...glyphs.filter((glyph) => glyph.text !== ""));
      },
      linkTo: () => undefined,
    } as unknown as Canvas;
    line.draw(canvas, 0, 0);
    return { left, right, text, written };
  });
}

let fonts: FontSet;
beforeAll(async () => {
  fonts = await loadFonts(testServices(), Object.values(TEXTS));
});

describe("Typesetter", () => {
  it.each(Object.entries(TEXTS))("sets %s within the width, and loses nothing", (_, text) => {
    const lines = drawn(new Typesetter(fonts).set([{ text, style: STYLE }], WIDTH));
    expect(lines.length).toBeGreaterThan(2);
    for (const { left, right } of lines) {
      expect(left).toBeGreaterThanOrEqual(-0.01);
      expect(right).toBeLessThanOrEqual(WIDTH + 0.01);
    }
    // Letters in any order, for lines from right to left are drawn from their end.
    const sorted = (value: string) => Array.from(value.normalize("NFC").replace(/\s/g, "")).sort();
    expect(sorted(lines.map((line) => line.text).join(""))).toEqual(sorted(text));
  });

  it("fills lines: none could have held the next word too", () => {
    const setter = new Typesetter(fonts);
    const lines = drawn(setter.set([{ text: TEXTS["words"] ?? "", style: STYLE }], WIDTH));
    lines.slice(1).forEach(({ text }, index) => {
      const [word = ""] = text.split(" ");
      const before = lines[index]?.text ?? "";
      expect(setter.measure(`${before} ${word}`, STYLE)).toBeGreaterThan(WIDTH);
    });
  });

  it("begins text from right to left on the right, and centres what is centred", () => {
    const setter = new Typesetter(fonts);
    const [arabic] = drawn(setter.set([{ text: "موجهة", style: STYLE }], WIDTH));
    expect(arabic?.right).toBeCloseTo(WIDTH, 5);
    const [latin] = drawn(setter.set([{ text: "words", style: STYLE }], WIDTH));
    expect(latin?.left).toBe(0);
    const [end] = drawn(setter.set([{ text: "words", style: STYLE }], WIDTH, { align: "end" }));
    expect(end?.right).toBeCloseTo(WIDTH, 5);
  });

  it("keeps lines of the source apart, the empty ones too", () => {
    const lines = drawn(new Typesetter(fonts).set([{ text: "a\n\nb", style: STYLE }], WIDTH));
    expect(lines.map(({ text }) => text)).toEqual(["a", "", "b"]);
  });

  it.each(["arabic", "thai", "hindi"])("writes no marks by themselves: %s", (name) => {
    const spans = [{ text: TEXTS[name] ?? "", style: STYLE }];
    const written = drawn(new Typesetter(fonts).set(spans, WIDTH)).flatMap((line) => line.written);
    expect(written.length).toBeGreaterThan(30);
    expect(written.filter(({ advance, dy }) => advance === 0 || dy !== 0)).toEqual([]);
  });

  it("shapes Arabic, each letter standing for its marks", () => {
    const [line] = drawn(new Typesetter(fonts).set([{ text: "موجّهة", style: STYLE }], WIDTH));
    expect(
      Array.from(line?.text ?? "")
        .toReversed()
        .join(""),
    ).toBe("موجّهة");
  });

  it("makes links of what leads somewhere", () => {
    const boxes: unknown[] = [];
    const canvas = {
      drawText: () => undefined,
      linkTo: (url: string, box: unknown) => boxes.push([url, box]),
    } as unknown as Canvas;
    const url = "https://attack.mitre.org/techniques/T1059/001/";
    const spans = [
      { text: "see ", style: STYLE },
      { text: "T1059.001", style: linked(STYLE, url) },
    ];
    const setter = new Typesetter(fonts);
    for (const line of setter.set(spans, WIDTH)) line.draw(canvas, 10, 20);
    const [from, width] = [setter.measure("see ", STYLE), setter.measure("T1059.001", STYLE)];
    expect(boxes).toEqual([[url, [10 + from, 20, width, STYLE.size * 1.45]]]);
  });
});
