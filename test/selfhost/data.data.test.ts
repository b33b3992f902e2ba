import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { toReportLine } from "../../scripts/data/annotated-reports.ts";
import { type Fetched, fetchSources } from "../../scripts/data/fetch-sources.ts";
import { readManifest } from "../../scripts/data/manifest.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { DATA, readDataGzip } from "../support/node/real-data.ts";

const DOCUMENTS = "tram/documents.jsonl.gz";
const UNCHANGED = ["attack/ics-attack/ics-attack-18.1.json.gz", "reports/AA20-302A.pdf"];
const pinned = readManifest("scripts/data/sources.json");
const digest = (content: string) => createHash("sha256").update(content).digest("hex");

describeWithData("annotated reports", [DOCUMENTS], () => {
  it("become the bytes whose digest is pinned", () => {
    const [reports] = pinned.annotated_reports;
    const lines = String(readDataGzip(DOCUMENTS)).split("\n").slice(0, -1);
    const made = lines.map((line) => {
      const {
        file,
        text: signal,
        annotations,
      } = JSON.parse(line) as {
        file: string;
        text: string;
        annotations: { start: number; end: number; technique: string }[];
      };
      const sets = Map.groupBy(annotations.toReversed(), ({ technique }) => technique);
      const asets = [...sets].map(([technique, found]) => ({
        type: `Some name (${technique})`,
        annots: found.map(({ start, end }) => [start, end]),
      }));
      return { file, line: toReportLine(file, JSON.stringify({ signal, asets })) };
    });
    expect(made.map(({ file }) => file)).toEqual(reports?.files);
    expect(digest(made.map(({ line }) => line).join(""))).toBe(reports?.sha256);
  });
});

describeWithData("files of the list of sources", UNCHANGED, () => {
  it("are left as they are where they are what the list says", async () => {
    const files = pinned.files.filter(({ to }) => UNCHANGED.includes(to));
    const results: Fetched[] = [];
    for await (const one of fetchSources({ ...pinned, files, annotated_reports: [] }, DATA))
      results.push(one);
    expect(results.map(({ outcome }) => outcome)).toEqual(UNCHANGED.map(() => "kept"));
  });
});
