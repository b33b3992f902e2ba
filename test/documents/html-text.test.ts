import { expect, it } from "vitest";
import { htmlToText } from "../../src/documents/html-text.ts";

it("hides no text behind what is begun and never closed, however often", () => {
  const text = htmlToText(`${"<script <!-- <title>".repeat(20_000)}</p><p>evil[.]top`);
  expect(text.endsWith("evil[.]top")).toBe(true);
});

it.each([
  ["<script>a</script>b<SCRIPT>c", "b<SCRIPT>c"],
  ["<!-- a -->b<!-- c <!-- d", "b<!-- c <!-- d"],
  ["İİİ <style>a", "İİİ <style>a"],
  ["<titles>a", "a"],
  ["a<head>b</head>c", "ac"],
])("reads %s", (html, text) => {
  expect(htmlToText(html)).toBe(text);
});
