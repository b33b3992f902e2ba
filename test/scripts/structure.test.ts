import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { roomOf } from "../../scripts/structure/layout.ts";
import { findHomelyWords } from "../../scripts/structure/glossary.ts";
import { readSource } from "../../scripts/structure/read-imports.ts";
import {
  arrowsBetween,
  findCircles,
  findForeignTables,
  findHttpBelowRoutes,
  findImportedPages,
  findMisnamedTests,
  findOtherWriters,
  findUpward,
} from "../../scripts/structure/rules.ts";
import { findSecondEngines, findSideDoors } from "../../scripts/structure/text-rules.ts";

const PROJECT = join(import.meta.dirname, "..", "..");

describe("the structure", () => {
  it("is as the check wants it", () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [join(PROJECT, "scripts", "check-structure.ts")],
      { encoding: "utf8" },
    );
    expect(stderr).toBe("");
    expect(status).toBe(0);
  });

  it("has comments in the words of the glossary, also where a phrase is broken between lines", () => {
    const text = `/**
 * Returns what the model, by
 * hand, would: it stands
 * for a name.
 */
export const place = "by hand"; // The value of a whole line.
`;
    expect(findHomelyWords([readSource("src/text/place.ts", text)])).toEqual([
      'src/text/place.ts:1 says "stands for" in a comment; write: is, occurs, represents.',
      'src/text/place.ts:1 says "by hand" in a comment; write: manually.',
    ]);
  });

  it("has no import upwards, a type's included", () => {
    const type = 'import type { Report } from "../../pipeline/intake/store.ts";';
    const sources = [
      readSource("src/platform/lib/text.ts", type),
      readSource(
        "src/pipeline/intake/add-report.ts",
        'export { Page } from "../../platform/lib/page.ts";',
      ),
      readSource(
        "src/pipeline/enrichment/room.ts",
        'type S = import("../../services.ts").Services;',
      ),
    ];
    expect(findUpward(sources)).toEqual([
      "src/platform/lib/text.ts imports src/pipeline/intake/store.ts, which lies above it.",
      "src/pipeline/enrichment/room.ts imports src/services.ts, which lies above it.",
    ]);
  });

  it("has groups within groups", () => {
    expect(roomOf("src/detection/coverage/states/exports/routes.ts")).toBe(
      "detection/coverage/states",
    );
    expect(roomOf("src/detection/languages/sigma/parse.ts")).toBe("detection/languages");
    expect(roomOf("src/services.ts")).toBe("composition");
  });

  it("has no circle of rooms, a type's included", () => {
    const sources = [
      readSource("src/pipeline/intake/a.ts", 'import { b } from "../collection/b.ts";'),
      readSource("src/pipeline/collection/b.ts", 'import type { C } from "../enrichment/c.ts";'),
      readSource("src/pipeline/enrichment/c.ts", 'const a = await import("../intake/a.ts");'),
      readSource("src/pipeline/imports/d.ts", 'import { a } from "../intake/a.ts";'),
    ];
    expect(findCircles(arrowsBetween(sources))).toEqual([
      ["pipeline/collection", "pipeline/enrichment", "pipeline/intake"],
    ]);
  });

  it("has no store on another room's table", () => {
    const sources = [
      readSource("src/platform/jobs/tables.ts", 'export const jobs = sqliteTable("jobs", {});'),
      readSource("src/platform/jobs/store.ts", "const all = sql`select id from jobs`;"),
      readSource(
        "src/pipeline/enrichment/store.ts",
        "const all = sql<number>`select 1 from x join jobs on 1`;",
      ),
      readSource(
        "src/pipeline/intake/store.ts",
        'import { jobs } from "../../platform/jobs/tables.ts";',
      ),
    ];
    expect(findForeignTables(sources)).toEqual([
      "src/pipeline/enrichment/store.ts names the table jobs of platform/jobs in SQL.",
      "src/pipeline/intake/store.ts imports src/platform/jobs/tables.ts, the tables of another room.",
    ]);
  });

  it("has no page that another page imports", () => {
    const grid = 'import { Grid } from "../matrix/grid/grid.tsx";';
    const sources = [
      readSource("src/console/pages/groups/groups-page.tsx", grid),
      readSource("src/console/pages/matrix/page.tsx", 'import { Grid } from "./grid/grid.tsx";'),
      readSource("src/console/app/router.tsx", 'const page = import("../pages/matrix/page.tsx");'),
    ];
    expect(findImportedPages(sources)).toEqual([
      "src/console/pages/groups/groups-page.tsx imports src/console/pages/matrix/grid/grid.tsx, which belongs to another page.",
    ]);
  });

  it("has no web framework below a route", () => {
    const http =
      'import { sse } from "../../platform/http/sse.ts";\nimport type { Context } from "hono";';
    const sources = [
      readSource("src/reading/sessions/routes.ts", http),
      readSource("src/reading/sessions/analyse-report.ts", http),
    ];
    expect(findHttpBelowRoutes(sources)).toEqual([
      "src/reading/sessions/analyse-report.ts imports src/platform/http/sse.ts, which is for routes.",
      "src/reading/sessions/analyse-report.ts imports hono, which is for routes.",
    ]);
  });

  it("has one write", () => {
    const sources = [readSource("src/pipeline/enrichment/store.ts", "await db[COMMIT](() => []);")];
    expect(findOtherWriters(sources)).toHaveLength(1);
  });

  it("reads a text through what it was read as, and nobody reads it a second time", () => {
    const side = 'import { headingForm } from "../../text/outline/heading-lines.ts";';
    const sources = [
      readSource("src/reading/entities/a.ts", side),
      readSource("src/text/sections/b.ts", side.replace("../../text", "..")),
      readSource(
        "src/pipeline/intake/c.ts",
        'import { openDocument } from "../../text/outline/open-document.ts";',
      ),
    ];
    expect(findSideDoors(sources)).toEqual([
      "src/reading/entities/a.ts imports src/text/outline/heading-lines.ts; ask for the outline, its sentences or sections.",
    ]);
  });

  it.each([
    ["the marks of lists", "const BULLET = /^[-*•·▪‣]/u;"],
    ["the ends of sentences", String.raw`const ENDS = /[.!?…][\p{Pe}\p{Pf}"']*$/u;`],
    ["a splitter of sentences or blocks", "function splitSentences(text: string) {}"],
    ["a detector of headings", "export function isHeading(line: string) {}"],
    ["a detector of page heads and watermarks", "function findFurniture(lines: string[]) {}"],
    ["a detector of languages", "export function guessLanguage(text: string) {}"],
    ["a matcher of phrases", "export function phraseFinder() {}"],
  ])("has %s once", (what, text) => {
    const [found, ...others] = findSecondEngines([
      readSource("src/reading/entities/a.ts", text),
      readSource("src/text/tokens/a.ts", text),
    ]);
    expect(found).toContain(`src/reading/entities/a.ts has ${what} of its own`);
    expect(others).toEqual([]);
  });

  it("has no test of pure code in workerd, and none apart that needs no data", () => {
    const withData = 'import { describeWithData } from "../support/node/describe-with-data.ts";';
    const sources = [
      readSource("src/pipeline/intake/pure.ts", "export const pure = 1;"),
      readSource("src/platform/effects.ts", 'import { env } from "cloudflare:workers";'),
      readSource("test/support/node/describe-with-data.ts", ""),
      readSource("test/intake/a.worker.test.ts", 'import "../../src/pipeline/intake/pure.ts";'),
      readSource("test/intake/b.worker.test.ts", 'import "../../src/platform/effects.ts";'),
      readSource("test/intake/c.worker.test.ts", 'import { env } from "cloudflare:test";'),
      readSource("test/selfhost/d.data.test.ts", 'import { it } from "vitest";'),
      readSource("test/selfhost/e.data.test.ts", withData),
    ];
    expect(findMisnamedTests(sources)).toEqual([
      "test/intake/a.worker.test.ts reaches no binding: name it .test.ts, so that it runs in plain Node.",
      "test/selfhost/d.data.test.ts reads no real data (describeWithData): name it .test.ts, so that it always runs.",
    ]);
  });
});
