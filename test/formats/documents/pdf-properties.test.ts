import { describe, expect, it } from "vitest";
import { readPdf } from "../../../src/formats/documents/read-pdf.ts";
import { drawPdf, type Placed } from "../../support/documents/draw-pdf.ts";
import { expectPrinted } from "../../support/documents/expect-printed.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import { seededRandom } from "../../support/random.ts";

const FONTS = ["typewriter", "regular", "bold", "italic"] as const;
const WORDS = "the actor ran a script on two hosts and took their files • 1. Table NOTE: x".split(
  " ",
);
const DOCUMENTS = 60;

/** Pages of texts at places that fit nothing: over each other, turned, in all sizes and fonts. */
function scatter(random: () => number): Placed[][] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const columns = [60, 60, 60, 200, 330, 331];
  return Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
    let y = 740;
    return Array.from({ length: Math.floor(random() * 40) }, (): Placed => {
      y = random() < 0.1 ? 740 : Math.max(60, y - pick([0, 6, 12, 12, 12, 20, 40]));
      const text = Array.from({ length: 1 + Math.floor(random() * 7) }, () => pick(WORDS)).join(
        " ",
      );
      const turn = random() < 0.05 ? pick([30, 45, 90, 180]) : 0;
      const x = turn === 0 ? pick(columns) : 300;
      return {
        x,
        y: turn === 0 ? y : 400,
        text,
        turn,
        size: pick([6, 8, 8, 8, 12]),
        font: pick(FONTS),
      };
    });
  });
}

const letters = (text: string) => text.replace(/\s+/g, "").split("").toSorted().join("");

describe("any PDF", () => {
  it("has sound blocks that hold all of its letters, and boxes on its pages", async () => {
    for (let seed = 1; seed <= DOCUMENTS; seed += 1) {
      const pages = scatter(seededRandom(seed));
      if (pages.every((page) => page.length === 0)) continue;
      const document = await readPdf(await drawPdf(pages), LIMITS);
      expectPrinted(document);
      const drawn = pages.flatMap((page) => page.map(({ text }) => text)).join("");
      expect(letters(document.text)).toBe(letters(drawn));
    }
  });

  it("has a page that is turned as it is shown", async () => {
    const upright = await readPdf(
      await drawPdf([[{ x: 72, y: 700, text: "Upright text" }]]),
      LIMITS,
    );
    const turned = await drawPdf([[{ x: 92, y: 72, text: "Upright text", turn: 90 }]], 90);
    const document = await readPdf(turned, LIMITS);
    expect(document.printed.sizes).toEqual([{ width: 792, height: 612 }]);
    expect(document.printed.lines).toEqual([
      { ...upright.printed.lines[0], x: 72, y: 84, page: 1 },
    ]);
    expect(document.blocks[0]?.kind).toBe("paragraph");
  });
});
