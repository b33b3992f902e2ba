import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { stringify } from "yaml";

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  annotations: { summary: string; action: string };
}

const page = readFileSync("docs/operations.md", "utf8");

/** The alerts of the page as rules of Prometheus. */
function readRules(): Rule[] {
  const [, part = ""] = page.split("\n## Alerts\n");
  const rows = part.split("\n## ")[0]?.match(/^\| .+ \|$/gmu) ?? [];
  return rows.slice(2).map((row) => {
    const [name = "", rule = "", summary = "", action = ""] = row
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim());
    const [, expr = "", duration] = /^`(.+)`(?: for (\d+[mhd]))?$/u.exec(rule) ?? [];
    const alert = name.replaceAll(" ", "");
    const lasts = duration === undefined ? {} : { for: duration };
    return { alert, expr, ...lasts, annotations: { summary, action } };
  });
}

const rules = readRules();

it("every alert has an expression, a reason and what to do", () => {
  expect(rules.length).toBeGreaterThan(8);
  for (const { alert, expr, annotations } of rules) {
    const words = [alert, expr, annotations.summary, annotations.action];
    expect([alert, words.every((one) => one.length > 2)]).toEqual([alert, true]);
  }
});

it("an alert asks for metrics of the table alone", () => {
  const documented = new Set(
    [...page.matchAll(/^\| `(tradecraft_\w+)`/gmu)].map(([, name]) => name),
  );
  const asked = rules.flatMap(({ expr }) => expr.match(/\btradecraft_\w+/g) ?? []);
  const unknown = asked.map((name) => name.replace(/_bucket$/, ""));
  expect(unknown.filter((name) => !documented.has(name))).toEqual([]);
});

it("promtool takes the alerts as rules, where it is installed", () => {
  const folder = mkdtempSync(join(tmpdir(), "alerts-"));
  const file = join(folder, "rules.yml");
  writeFileSync(file, stringify({ groups: [{ name: "tradecraft", rules }] }));
  const checked = spawnSync("promtool", ["check", "rules", file]);
  rmSync(folder, { recursive: true });
  if (checked.error !== undefined) return;
  expect([checked.status, checked.stderr.toString()]).toEqual([0, ""]);
  expect(checked.stdout.toString()).toContain(`SUCCESS: ${rules.length} rules found`);
});
