import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { temporaryFolder } from "../support/node/service.ts";

const PROJECT = join(import.meta.dirname, "..", "..");
const folder = temporaryFolder();
const repository = join(folder.path, "repository");
const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.org", ...args], {
    cwd: repository,
    encoding: "utf8",
  }).trim();

function writeRule(name: string, technique: string): void {
  const id = `5a3e1c52-8f7e-4a34-9c1c-${technique.replace(/\D/g, "").padStart(12, "0")}`;
  const rule = `title: "@everyone ${name}"
id: ${id}
logsource: {category: process_creation, product: windows}
detection:
  selection: {CommandLine|contains: ${name}}
  condition: selection
tags: [attack.${technique}]
`;
  writeFileSync(join(repository, "rules", `${name}.yml`), rule);
}

interface Asked {
  method: string;
  path: string;
  token: string | undefined;
  body: { body: string } | null;
}

/** GitHub's comments of a pull request, as far as they are asked for. */
function standIn(comments: { id: number; body: string }[], status = 0) {
  const asked: Asked[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (piece: string) => (text += piece));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const body = text === "" ? null : (JSON.parse(text) as { body: string });
      asked.push({ method, path: url, token: headers.authorization, body });
      const answer = (code: number, value: object) =>
        response.writeHead(code, { "Content-Type": "application/json" }).end(JSON.stringify(value));
      if (method === "GET") {
        const page = Number(new URL(url, "http://x").searchParams.get("page"));
        answer(200, comments.slice((page - 1) * 100, page * 100));
      } else if (status !== 0) answer(status, { message: "Resource not accessible" });
      else if (method === "POST") {
        comments.push({ id: 1000 + comments.length, body: body?.body ?? "" });
        answer(201, {});
      } else answer(200, {});
    });
  });
  return { asked, server };
}

async function runAction(
  server: ReturnType<typeof standIn>["server"],
  inputs: Record<string, string>,
) {
  if (!server.listening) {
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  }
  const event = join(folder.path, "event.json");
  writeFileSync(event, JSON.stringify({ pull_request: { number: 7 } }));
  const summary = join(folder.path, "summary.md");
  rmSync(summary, { force: true });
  const program = join(PROJECT, "scripts", "coverage-action.ts");
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", program], {
    cwd: repository,
    env: {
      ...process.env,
      GITHUB_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      GITHUB_REPOSITORY: "example/rules",
      GITHUB_EVENT_PATH: event,
      GITHUB_STEP_SUMMARY: summary,
      GITHUB_TOKEN: "a-token",
      BASE_SHA: git("rev-parse", "HEAD~1"),
      RULES: "rules",
      ...inputs,
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => (out += text));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, summary: readFileSync(summary, "utf8") };
}

beforeAll(() => {
  mkdirSync(join(repository, "rules"), { recursive: true });
  git("init", "--quiet");
  writeRule("lsass", "t1003.001");
  writeRule("schtasks", "t1053.005");
  const inventory = { entries: [{ name: "WinEventLog:Sysmon", channels: ["EventCode=1"] }] };
  writeFileSync(join(repository, "logs.json"), JSON.stringify(inventory));
  git("add", ".");
  git("commit", "--quiet", "-m", "Base");
  rmSync(join(repository, "rules", "lsass.yml"));
  writeRule("vssadmin", "t1490");
  git("add", ".");
  git("commit", "--quiet", "-m", "Change");
});
afterAll(() => folder.remove());

const INPUTS = { TECHNIQUES: "T1003.001 T1053.005\nT1490", LOG_SOURCES: "logs.json" };

describe("the GitHub action", () => {
  it("comments once, and changes its comment afterwards", async () => {
    const others = Array.from({ length: 150 }, (_, id) => ({ id, body: "Nice." }));
    const { asked, server } = standIn(others);
    const first = await runAction(server, INPUTS);
    expect(first.code).toBe(0);
    expect(asked.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /repos/example/rules/issues/7/comments?per_page=100&page=1",
      "GET /repos/example/rules/issues/7/comments?per_page=100&page=2",
      "POST /repos/example/rules/issues/7/comments",
    ]);
    expect(new Set(asked.map(({ token }) => token))).toEqual(new Set(["Bearer a-token"]));
    const text = asked[2]?.body?.body ?? "";
    expect(text).toMatch(/^<!-- tradecraft-coverage -->\n### Detection coverage\n/);
    expect(text).toContain("Techniques covered better: 1. Covered worse: 1.");
    expect(text).toContain(
      "| T1003.001 LSASS Memory | should fire | **worse:** data without rule |",
    );
    expect(text).toContain("| T1490 Inhibit System Recovery | data without rule | should fire |");
    expect(text).toContain("| should fire | 2 | 2 |");
    expect(text).not.toContain("everyone");
    expect(first.summary).toBe(`${text.split("\n").slice(1).join("\n")}\n`);
    await runAction(server, INPUTS);
    expect(asked.at(-1)).toMatchObject({
      method: "PATCH",
      path: "/repos/example/rules/issues/comments/1150",
    });
    server.close();
    expect(git("worktree", "list").split("\n")).toHaveLength(1);
  });

  it("fails where coverage gets worse, if it is to, and comments all the same", async () => {
    const { asked, server } = standIn([]);
    const { code, out } = await runAction(server, { ...INPUTS, FAIL_ON: "worse" });
    expect([code, asked.length]).toEqual([1, 2]);
    expect(out).toContain("::error::The coverage fails the condition worse.");
    server.close();
  });

  it("warns where its token may not comment, and has the text in the summary", async () => {
    const { server } = standIn([], 403);
    const { code, out, summary } = await runAction(server, INPUTS);
    expect(code).toBe(0);
    expect(out).toContain("::warning::The token may not comment.");
    expect(summary).toContain("### Detection coverage");
    server.close();
  });
});

it("is described for GitHub by action.yml", () => {
  const action = parse(readFileSync(join(PROJECT, "action.yml"), "utf8")) as {
    inputs: Record<string, { description: string }>;
    runs: { using: string; steps: { run: string; env: Record<string, string> }[] };
  };
  const [step] = action.runs.steps;
  expect([action.runs.using, action.runs.steps.length]).toEqual(["composite", 1]);
  expect(step?.run).toContain("scripts/coverage-action.ts");
  const used = Object.values(step?.env ?? {}).join(" ");
  for (const name of Object.keys(action.inputs)) expect(used).toContain(`inputs.${name} }}`);
  const script = readFileSync(join(PROJECT, "scripts", "coverage-action.ts"), "utf8");
  for (const name of Object.keys(step?.env ?? {})) expect(script).toContain(`"${name}"`);
});
