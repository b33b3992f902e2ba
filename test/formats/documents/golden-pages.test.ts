import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { extractPage } from "../../../src/formats/documents/extract-document.ts";
import { LIMITS } from "../../support/documents/limits.ts";
import { printOutline } from "../../support/documents/print-outline.ts";

const FOLDER = join(import.meta.dirname, "golden");
/** A page, and its outline as a person marked it. */
const PAGES = readdirSync(FOLDER).filter((name) => name.endsWith(".golden"));

it.each(PAGES)("outlines a page exactly as it is marked: %s", (name) => {
  const [html = "", marked = ""] = readFileSync(join(FOLDER, name), "utf8").split("=== outline\n");
  const bytes = new TextEncoder().encode(html);
  const document = extractPage({ bytes, contentType: "text/html; charset=utf-8" }, LIMITS);
  expect(printOutline(document)).toEqual(marked.trimEnd().split("\n"));
  expect(document.blocks.every(({ source }) => source === "format")).toBe(true);
});
