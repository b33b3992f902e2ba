import { describe, expect, it } from "vitest";
import { toBody } from "../../../src/exchange/webhooks/shapes/to-body.ts";
import type { Shape } from "../../../src/exchange/webhooks/vocabulary.ts";

const EVENT = { type: "analysis.completed", at: "2026-11-28T10:00:00.000Z" } as const;
const HOSTILE = "<!channel> <https://evil.example|Bank> & *bold* [x](https://evil.example) @here";
const NAME = "Отчёт о «Буре»: 关于威胁的报告";
const URL_OF_PAGE = "https://cti.example.org/sessions/1";

function bodyOf(shape: Shape, title: string, lines: string[] = [], url: string | null = null) {
  const text = toBody(shape, EVENT, { data: { title }, title, lines, url });
  return JSON.parse(text) as Record<string, unknown>;
}

/** Every object of a JSON value. */
function objectsIn(value: unknown): Record<string, unknown>[] {
  if (typeof value !== "object" || value === null) return [];
  const inner = Object.values(value).flatMap(objectsIn);
  return Array.isArray(value) ? inner : [value as Record<string, unknown>, ...inner];
}

describe("the standard shape", () => {
  it("has type, time and data", () => {
    expect(bodyOf("standard", NAME)).toEqual({
      type: "analysis.completed",
      timestamp: "2026-11-28T10:00:00.000Z",
      data: { title: NAME },
    });
  });
});

describe("a Slack message", () => {
  it("shows names as plain text, in which Slack looks for nothing", () => {
    const body = bodyOf("slack", HOSTILE, [HOSTILE, NAME], URL_OF_PAGE);
    const holding = objectsIn(body["blocks"]).filter(({ text }) =>
      String(text).includes("evil.example"),
    );
    expect(holding.map(({ type }) => type)).toEqual(["plain_text", "plain_text"]);
    expect(JSON.stringify(body)).toContain(NAME);
    const links = objectsIn(body["blocks"]).filter(({ type }) => type === "mrkdwn");
    expect(links.map(({ text }) => text)).toEqual([`<${URL_OF_PAGE}|Open in tradecraft>`]);
  });

  it("escapes the text of notifications", () => {
    const { text } = bodyOf("slack", HOSTILE);
    expect(text).toContain("&lt;!channel&gt; &lt;https://evil.example|Bank&gt; &amp;");
    expect(text).not.toMatch(/[<>]/);
  });

  it("keeps to Slack's limits, with whole characters", () => {
    const body = bodyOf(
      "slack",
      "😀".repeat(400),
      Array.from({ length: 40 }, () => NAME),
    );
    const texts = objectsIn(body["blocks"]).flatMap(({ text }) =>
      typeof text === "string" ? [text] : [],
    );
    expect(texts[0]?.length).toBeLessThanOrEqual(150);
    expect(texts[0]?.isWellFormed()).toBe(true);
    expect(texts[1]?.split("\n")).toHaveLength(11);
    expect(texts[1]).toContain("… and 30 more");
  });
});

describe("a Teams card", () => {
  it("shows names in text runs, which know no Markdown, and one link of our own", () => {
    const body = bodyOf("teams", HOSTILE, [NAME], URL_OF_PAGE);
    const holding = objectsIn(body).filter(({ text }) => typeof text === "string");
    expect(new Set(holding.map(({ type }) => type))).toEqual(new Set(["TextRun"]));
    expect(objectsIn(body).filter(({ url }) => url !== undefined)).toEqual([
      { type: "Action.OpenUrl", title: "Open in tradecraft", url: URL_OF_PAGE },
    ]);
    expect(JSON.stringify(body)).toContain(NAME);
  });

  it("is what Workflows take: one attachment with a card", () => {
    expect(bodyOf("teams", NAME)).toMatchObject({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: { type: "AdaptiveCard", version: "1.4" },
        },
      ],
    });
  });
});
