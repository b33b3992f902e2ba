import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { marked, type Token, type Tokens } from "marked";
import { describe, expect, it } from "vitest";
import { SETTING_NAMES } from "../../src/settings.ts";

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name)),
];

const tokensOf = (page: string): Token[] => {
  const tokens: Token[] = [];
  const lexed = marked.lexer(readFileSync(page, "utf8"));
  void marked.walkTokens(lexed, (token) => void tokens.push(token));
  return tokens;
};

/** The targets of a page's links and pictures, but for those elsewhere on the web. */
const linksOf = (page: string): string[] =>
  tokensOf(page)
    .filter((token): token is Tokens.Link | Tokens.Image => ["link", "image"].includes(token.type))
    .map(({ href }) => href)
    .filter((href) => !/^[a-z]+:/.test(href));

/** The anchor of a heading, as GitHub makes it. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

describe("the README", () => {
  it("has at most 150 lines", () => {
    expect(readFileSync("README.md", "utf8").trimEnd().split("\n").length).toBeLessThanOrEqual(150);
  });

  it("leads to every page of the documentation", () => {
    const found = new Set(linksOf("README.md"));
    expect(PAGES.filter((page) => page !== "README.md" && !found.has(page))).toEqual([]);
  });
});

describe.each(PAGES)("%s", (page) => {
  it("holds no marks of a merge, however they were wrapped since", () => {
    const marks = /^[ |>]*(?:<{7} |\\?={7}$|(?:> ?){7})/m;
    expect(readFileSync(page, "utf8")).not.toMatch(marks);
  });

  it("links to nothing that is not there", () => {
    const broken = linksOf(page).filter((href) => {
      const [path = "", anchor] = href.split("#");
      const target = path === "" ? page : join(dirname(page), path);
      if (!existsSync(target)) return true;
      if (anchor === undefined) return false;
      const headings = tokensOf(target).filter((token) => token.type === "heading");
      return !headings.some((heading) => anchorOf((heading as Tokens.Heading).text) === anchor);
    });
    expect(broken).toEqual([]);
  });

  it("names no file of the source that is not there", () => {
    const named = readFileSync(page, "utf8").matchAll(
      /`((?:src|scripts|test|migrations|examples|assets)\/[\w./-]+)`/g,
    );
    const missing = [...named].map(([, path = ""]) => path).filter((path) => !existsSync(path));
    expect(missing).toEqual([]);
  });

  it("names no command that package.json does not have", () => {
    const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
      scripts: Record<string, string>;
    };
    const named = readFileSync(page, "utf8").matchAll(/\bnpm run ([\w-]+)/g);
    const missing = [...named].map(([, name = ""]) => name).filter((name) => !(name in scripts));
    expect(missing).toEqual([]);
  });
});

describe("the threat model", () => {
  it("names the test of each promise", () => {
    const [, promises = ""] = readFileSync("docs/threat-model.md", "utf8").split("## Promises");
    const rows = (promises.split("## Not promised")[0] ?? "")
      .split("\n")
      .filter((line) => line.startsWith("| "));
    const untested = rows.slice(2).filter((row) => !/`test\/[\w./-]+\.test\.ts`/.test(row));
    expect([rows.length > 20, untested]).toEqual([true, []]);
  });
});

describe("the page of settings", () => {
  it("names every setting that there is", () => {
    const page = readFileSync("docs/settings.md", "utf8");
    // The slots B and C have what A has.
    const missing = SETTING_NAMES.filter((name) => !/^PROVIDER_[ABC]_/.test(name)).filter(
      (name) => !page.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
  });
});
