import { expect, it } from "vitest";
import { htmlToOutline } from "../../../src/formats/documents/page/read-page.ts";

const htmlToText = (html: string) => htmlToOutline(html).text;

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

it("reads what is nested without end, and what closes nothing, in one pass", () => {
  const deep = 200_000;
  for (const [opening, closing] of [
    ["<div>", "</i>"],
    ["<div>", "</p>"],
    ["<div>", "<form>"],
    ["<nav>", "</i>"],
    ["<math><mi>", "</x>"],
  ] as const) {
    const text = htmlToText(`${opening.repeat(deep)}${closing.repeat(deep)}<p>evil[.]top`);
    expect(text.endsWith("evil[.]top") || opening === "<nav>").toBe(true);
  }
});

it("hides what is not read however deep it stands", () => {
  const deep = "<div>".repeat(1_000);
  expect(htmlToText(`${deep}a<nav>b</nav><svg><text>c</text></svg>d`)).toBe("ad");
});

it("keeps the cells of a row apart, and their lines together", () => {
  const rows = "<tr><th>Name<th>MD5<th>Note<tr><td>a<br>b<td>cc\t<br>dd<td>x<tr><td>e<td><td>f";
  expect(htmlToText(`<p>a\tb</p><table>${rows}</table>`)).toBe(
    "a b\n\nName\tMD5\tNote\n\na\nb\tcc\ndd\tx\n\ne\t\tf",
  );
});

it("reads rows of empty cells in linear time", () => {
  const cells = "<td>".repeat(300_000);
  const text = htmlToText(`<table><tr><td>a${cells}b<tr>${cells}<tr><td>c</table>`);
  expect(text.replaceAll("\t", "").replace(/\n+/g, "\n")).toBe("ab\nc");
});
