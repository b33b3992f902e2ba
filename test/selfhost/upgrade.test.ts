import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startService, temporaryFolder } from "../support/node/service.ts";

const FIXTURE = join(import.meta.dirname, "..", "fixtures", "data-folder");

type Answer = [path: string, status: number, body: string];

const answers = readFileSync(join(FIXTURE, "answers.ndjson"), "utf8")
  .trimEnd()
  .split("\n")
  .map((line) => JSON.parse(line) as Answer);

const folder = temporaryFolder();
let service: RunningService;

beforeAll(async () => {
  const { status } = spawnSync("tar", ["-xzf", join(FIXTURE, "data.tgz"), "-C", folder.path]);
  if (status !== 0) throw new Error("The fixture could not be unpacked.");
  service = await startService(folder.path);
});

afterAll(async () => {
  await service.stop();
  folder.remove();
});

describe("a data folder of an older version", () => {
  it.each(answers)("answers %s as it did", async (path, status, body) => {
    const response = await fetch(`${service.url}${path}`);
    const text = await response.text();
    expect(response.status).toBe(status);
    expect(parsed(text)).toEqual(withNewFields(parsed(body)));
  });

  it("has an audit trail that verifies, and goes on", async () => {
    const verify = async () =>
      (await (await fetch(`${service.url}/api/pipeline/audit/verify`)).json()) as {
        valid: boolean;
        rows: number;
      };
    const before = await verify();
    expect(before).toMatchObject({ valid: true, rows: 27 });
    const created = await fetch(`${service.url}/api/layers`, {
      method: "POST",
      body: JSON.stringify({ name: "After the upgrade", technique_ids: ["T1059"] }),
    });
    expect(created.status).toBe(201);
    expect(await verify()).toMatchObject({ valid: true, rows: 28 });
  });
});

interface OldAnalysis {
  techniques: { evidence: string; evidence_start: number | null; evidence_end: number | null }[];
}

/** An analysis of back then, which has nothing set aside and its evidence for a passage. */
function withNewFields(answer: unknown): unknown {
  if (!isAnalysis(answer)) return answer;
  const techniques = answer.techniques.map((technique) => {
    const { evidence: text, evidence_start: start, evidence_end: end } = technique;
    const passages = start === null || end === null ? [] : [{ text, start, end }];
    return { ...technique, passages, warnings: [] };
  });
  return { ...answer, techniques, set_aside: [], candidates: [] };
}

function isAnalysis(answer: unknown): answer is OldAnalysis {
  return typeof answer === "object" && answer !== null && "rejected_techniques" in answer;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
