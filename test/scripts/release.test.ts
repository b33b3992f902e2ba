import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { carriedFiles } from "../../scripts/release/carried-files.ts";
import { replaceSums } from "../../scripts/release/sums.ts";

const project = mkdtempSync(join(tmpdir(), "release-"));
afterAll(() => rmSync(project, { recursive: true }));

const TRACKED = [
  "CHANGELOG.md",
  "LICENSE",
  "NOTICE",
  "assets/seed/ü.json",
  "docs/api.md",
  "migrations/one.sql",
  "scripts/verify-audit.mjs",
];
const BUILT = [
  ".build/selfhost/main.js",
  ".build/worker.js",
  "assets/console/files/a.js",
  "assets/fonts/a.ttf",
  "assets/mcp/evidence.html",
];
const OTHERS = ["docs/notes.md", "assets/seed/draft.json", ".build/packages.json", "src/worker.ts"];

describe("a release", () => {
  it("has what git tracks and what was built, and nothing else of the folder", () => {
    for (const path of [...TRACKED, ...BUILT, ...OTHERS]) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), path);
    }
    const git = (...args: string[]) => execFileSync("git", args, { cwd: project, stdio: "ignore" });
    git("init");
    git("add", "--", ...TRACKED);
    expect(carriedFiles(project).sort()).toEqual([...TRACKED, ...BUILT].sort());
    rmSync(join(project, ".git"), { recursive: true });
    expect(carriedFiles(project)).toEqual(expect.arrayContaining([...TRACKED, ...BUILT]));
  });

  it("keeps the sums of other platforms while their files are there", () => {
    const [a, b, c] = ["a", "b", "c"].map((digit) => digit.repeat(64));
    const noted = `${a}  x-arm64.tar.gz\n${a}  x-gone.tar.gz\n${a}  x-x64.tar.gz\nno sum\n`;
    const sums = new Map([
      ["x-x64.tar.gz", b ?? ""],
      ["x-x64.cdx.json", c ?? ""],
    ]);
    const isCurrent = (name: string) => !name.includes("gone");
    expect(replaceSums(noted, sums, isCurrent)).toBe(
      `${a}  x-arm64.tar.gz\n${c}  x-x64.cdx.json\n${b}  x-x64.tar.gz\n`,
    );
    expect(replaceSums("", new Map(), isCurrent)).toBe("");
  });
});
