import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const PROJECT = join(import.meta.dirname, "..", "..", "..");
const URL_HERE = "http://127.0.0.1:8787/mcp";

/** The address of each link of a page that begins with a text. */
function linksOf(page: string, start: string): URL[] {
  const links = [...page.matchAll(/\]\((https:[^)]+)\)/g)].map(([, link = ""]) => link);
  return links.filter((link) => link.startsWith(start)).map((link) => new URL(link));
}

describe.each(["README.md", "docs/mcp.md"])("the install links of %s", (file) => {
  const page = readFileSync(join(PROJECT, file), "utf8");

  it("are one for each client", () => {
    expect(linksOf(page, "https://insiders.vscode.dev/redirect")).toHaveLength(1);
    expect(linksOf(page, "https://cursor.com/en/install-mcp")).toHaveLength(1);
    expect(page).toContain(`claude mcp add --transport http tradecraft ${URL_HERE}`);
  });

  it("lead VS Code to a valid configuration", () => {
    const [link] = linksOf(page, "https://insiders.vscode.dev/redirect");
    const target = link?.searchParams.get("url") ?? "";
    const [scheme, config = ""] = target.split("?");
    expect(scheme).toBe("vscode:mcp/install");
    expect(JSON.parse(decodeURIComponent(config))).toEqual({
      name: "tradecraft",
      type: "http",
      url: URL_HERE,
    });
  });

  it("lead Cursor to a valid configuration", () => {
    const [link] = linksOf(page, "https://cursor.com/en/install-mcp");
    expect(link?.searchParams.get("name")).toBe("tradecraft");
    expect(JSON.parse(atob(link?.searchParams.get("config") ?? ""))).toEqual({ url: URL_HERE });
  });
});

it("the configuration of other clients is valid", () => {
  const page = readFileSync(join(PROJECT, "docs", "mcp.md"), "utf8");
  const [, json = ""] = /```json\n([^`]+)```/.exec(page) ?? [];
  expect(JSON.parse(json)).toEqual({
    mcpServers: { tradecraft: { type: "http", url: URL_HERE } },
  });
});
