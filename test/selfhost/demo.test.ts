import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { freePort } from "../support/node/free-port.ts";
import { scaled, waitFor } from "../support/node/machine.ts";
import { PAGE_LISTS } from "../support/node/page-lists.ts";
import { killTree } from "../support/node/processes.ts";
import { copyProject, startScript } from "../support/node/project-copy.ts";

const copy = copyProject("real");
const printed: string[] = [];
let url = "";
let end = async () => {};

/** Runs the demo until it says what to look at. */
async function startDemo(): Promise<void> {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  const script = startScript(copy, "demo", { PORT: String(port) });
  let complaint = "";
  script.stderr.on("data", (data: Buffer) => (complaint += data.toString()));
  createInterface(script.stdout).on("line", (line) => printed.push(line));
  const exited = new Promise((resolve) => script.once("exit", resolve));
  end = async () => {
    script.kill("SIGTERM");
    await exited;
    killTree(script.pid ?? 0);
  };
  await waitFor("the demo", () => {
    if (script.exitCode !== null) throw new Error(complaint);
    return printed.some((line) => line.startsWith("Ctrl-C")) || null;
  });
}

beforeAll(startDemo, scaled(120_000));
afterAll(async () => {
  await end();
  copy.remove();
}, scaled(60_000));

it("names pages that exist", async () => {
  const named = printed.map((line) => line.trim()).filter((line) => line.startsWith(`${url}/`));
  expect(named).toHaveLength(6);
  for (const page of named) expect((await fetch(page)).status).toBe(200);
});

it("shows an entry in the main list of every page", async () => {
  const made = await madeThings();
  const empty: string[] = [];
  for (const [page, list] of Object.entries(PAGE_LISTS)) {
    if (list === null) continue;
    const path = list.path.replaceAll(/\{(\w+)\}/gu, (_, name: string) => made[name] ?? name);
    const answer = await get<Record<string, unknown[]>>(path);
    const entries = list.at === undefined ? answer : answer[list.at];
    if (!Array.isArray(entries) || entries.length === 0) empty.push(page);
  }
  expect(empty).toEqual([]);
});

it("has reports signed and in review, and a rule and an import with a failure each", async () => {
  const sessions = await get<{ review_state: string }[]>("/analyze/sessions");
  const states = sessions.map(({ review_state }) => review_state).toSorted();
  expect(states).toEqual(["in_review", "signed", "signed"]);
  const rules = await get<{ test_run: { failed: number } | null }[]>("/pipeline/rules");
  expect(rules.filter(({ test_run }) => (test_run?.failed ?? 0) > 0)).toHaveLength(1);
  const imports = await get<{ errors: number }[]>("/pipeline/imports");
  expect(imports.filter(({ errors }) => errors > 0)).toHaveLength(1);
});

async function get<T>(path: string): Promise<T> {
  const response = await fetch(`${url}/api${path}`);
  expect([path, response.status]).toEqual([path, 200]);
  return (await response.json()) as T;
}

/** Ids of what the pages of single things show. */
async function madeThings(): Promise<Record<string, string | undefined>> {
  const first = async (path: string, id: string) => {
    const [entry] = await get<Record<string, string>[]>(path);
    return entry?.[id];
  };
  return {
    source_id: await first("/pipeline/sources", "id"),
    import_id: await first("/pipeline/imports", "id"),
    session_id: await first("/analyze/sessions", "session_id"),
    dossier_id: await first("/dossiers", "dossier_id"),
    observable_id: await first("/pipeline/observables", "id"),
    rule_id: await first("/pipeline/rules?technique_id=T1053.005", "rule_id"),
    webhook_id: await first("/webhooks", "id"),
  };
}
