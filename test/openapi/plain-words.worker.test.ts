import { beforeAll, describe, expect, it } from "vitest";
import { listProblems } from "../../src/platform/http/problem.ts";
import type { OpenApiDocument } from "../../src/openapi/document.ts";
import { replacedWord } from "../support/glossary.ts";
import { requestJson } from "../support/service.ts";

interface Text {
  place: string;
  kind: "title" | "summary" | "description" | "example";
  text: string;
}

const KINDS: Readonly<Record<string, Text["kind"]>> = {
  title: "title",
  summary: "summary",
  description: "description",
  example: "example",
  examples: "example",
};

/** What an operation does; a summary begins with one of these. */
const VERBS = new Set([
  "Accept",
  "Add",
  "Analyze",
  "Combine",
  "Compare",
  "Create",
  "Delete",
  "Enrich",
  "Estimate",
  "Export",
  "Generate",
  "Get",
  "Import",
  "Ingest",
  "List",
  "Migrate",
  "Promote",
  "Queue",
  "Record",
  "Remove",
  "Replace",
  "Request",
  "Restore",
  "Retry",
  "Review",
  "Revoke",
  "Run",
  "Save",
  "Send",
  "Undo",
  "Update",
  "Validate",
  "Verify",
]);

let document: OpenApiDocument;
let texts: Text[] = [];

beforeAll(async () => {
  document = (await requestJson<OpenApiDocument>("/openapi.json")).body;
  texts = textsOf(document, "");
});

/** Every text of a part of the document that people read, with its place as a JSON pointer. */
function textsOf(part: unknown, place: string): Text[] {
  if (typeof part !== "object" || part === null) return [];
  // The properties of a schema have names of their own, such as "title".
  const isNames = place.endsWith("/properties");
  return Object.entries(part).flatMap(([name, value]) => {
    const at = `${place}/${name}`;
    // A shared example is a value beside its summary.
    const isExample = name === "value" && place.startsWith("/components/examples/");
    const kind = isNames || Array.isArray(part) ? undefined : KINDS[name];
    if (kind === "example" && at === "/components/examples") return textsOf(value, at);
    if (kind === "example" || isExample) {
      return stringsOf(value).map((text): Text => ({ place: at, kind: "example", text }));
    }
    if (kind !== undefined && typeof value === "string") return [{ place: at, kind, text: value }];
    return textsOf(value, at);
  });
}

function stringsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(stringsOf);
}

/** The places of the texts of a kind that a test finds fault with. */
function faults(kind: Text["kind"], isWrong: (text: string) => boolean): string[] {
  return texts
    .filter((text) => text.kind === kind && isWrong(text.text))
    .map(({ place, text }) => `${place}: ${text}`);
}

describe("the words of the OpenAPI document", () => {
  it("are of the field", () => {
    expect(texts.length).toBeGreaterThan(2000);
    const found = texts.flatMap(({ place, text }) => {
      const word = replacedWord(text);
      return word === null ? [] : [`${place}: ${word}`];
    });
    expect(found).toEqual([]);
  });

  it("name the action in every summary, without a full stop", () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const wrong = operations
      .map(({ summary = "" }) => summary)
      .filter((summary) => !VERBS.has(summary.split(" ")[0] ?? "") || /[.!?]$/.test(summary));
    expect(wrong).toEqual([]);
  });

  it("are a whole sentence or phrase in every description, with a full stop", () => {
    expect(faults("description", (text) => !/^[A-Z`{].*\.$/s.test(text))).toEqual([]);
  });

  it("say in every description what is described", () => {
    const isVague = (text: string) => text.length < 12 || /^(?:Its|What it|How it|It)\b/.test(text);
    expect(faults("description", isVague)).toEqual([]);
  });
});

describe("the titles of errors", () => {
  it("have no word that the glossary replaces, and no full stop", () => {
    const titles = listProblems().map(({ title }) => title);
    expect(titles.filter((title) => replacedWord(title) !== null)).toEqual([]);
    expect(titles.filter((title) => title.endsWith("."))).toEqual([]);
  });
});

describe("the glossary", () => {
  it.each([
    "The address is behind the wall.",
    "Wait for your turn.",
    "Lets a suppressed value in.",
    "The id was retired.",
    "It has no home.",
  ])("finds its words: %s", (text) => expect(replacedWord(text)).not.toBeNull());

  it.each(["It is allowed.", "The firewall answers.", "Return only rules.", "Times in UTC."])(
    "leaves other words: %s",
    (text) => expect(replacedWord(text)).toBeNull(),
  );
});
