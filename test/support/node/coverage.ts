import { expect } from "vitest";

/** A rule of Sigma for process creation on Windows. */
export function sigmaRule(
  n: number,
  title: string,
  technique: string,
  product = "windows",
): string {
  return [
    `title: ${JSON.stringify(title)}`,
    `id: 00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    "status: test",
    "author: Anna Writer",
    "license: DRL-1.1",
    "level: high",
    `tags: [attack.execution, attack.${technique.toLowerCase()}]`,
    "logsource:",
    `  product: ${product}`,
    "  category: process_creation",
    "detection:",
    "  selection:",
    `    Image|endswith: '\\run${n}.exe'`,
    "  condition: selection",
    "",
  ].join("\n");
}

/** Imports one rule; answers its id. */
export async function importRule(url: string, content: string, state = "enabled"): Promise<string> {
  const answered = await fetch(`${url}/api/pipeline/rules/import?state=${state}`, {
    method: "POST",
    headers: { "Content-Type": "application/octet-stream" },
    body: content,
  });
  const { receipts } = (await answered.json()) as { receipts: { rule_id: string | null }[] };
  expect([answered.status, receipts[0]?.rule_id]).toEqual([200, expect.any(String)]);
  return receipts[0]?.rule_id ?? "";
}

/** Puts a list in the place of the inventory. */
export async function collect(url: string, entries: object[]): Promise<void> {
  const answered = await fetch(`${url}/api/coverage/log-sources`, {
    method: "PUT",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ entries }),
  });
  expect(answered.status).toBe(200);
}
