import { beforeAll, describe, expect, it } from "vitest";
import type { Rule } from "../../../src/detection/rules/schema.ts";
import { smallBundle } from "../../support/bundles.ts";
import { dataSourceObjects, detectionObjects } from "../../support/detections.ts";
import { ingest, requestJson } from "../../support/service.ts";

type Answer = Rule & { code?: string; detail?: string };

const generate = async (more: Record<string, unknown> = {}) =>
  await requestJson<Answer>("/api/pipeline/rules/generate", {
    method: "POST",
    body: JSON.stringify({
      title: "Encoded commands",
      technique_id: "T1059.001",
      language: "sigma",
      ...more,
    }),
  });

beforeAll(async () => {
  await ingest(smallBundle("18.1", "2.1", detectionObjects()));
  await ingest(smallBundle("17.1", "2.1", dataSourceObjects()));
});

describe("POST /api/pipeline/rules/generate with analytics", () => {
  it.each<[Record<string, unknown>, string]>([
    [{}, "AN0001"],
    [{ platform: "linux" }, "AN0002"],
    [{ platform: " Windows " }, "AN0001"],
    [{ analytic_id: "an0002" }, "AN0002"],
    [{ analytic_id: "AN0002", platform: "Windows" }, "AN0002"],
    [{ telemetry: "auditd:SYSCALL:execve" }, "AN0002"],
    [{ technique_id: "T1086" }, "AN0001"],
    [{ platform: null, analytic_id: null }, "AN0001"],
  ])("of %j drafts %s", async (order, id) => {
    const { status, body } = await generate(order);
    expect(status).toBe(201);
    expect(body.content).toContain(`Analytic: ${id} of DET0001`);
    expect(body.validation).toMatchObject({ valid: true, errors: [] });
  });

  it.each(["sigma", "kql", "spl", "eql"])("names its parameters in %s", async (language) => {
    const { body } = await generate({ language });
    expect(body.content).toContain("param_UserContext");
    expect(body.content).toContain("Accounts that may do this.");
    expect(body.content).toContain(
      "Does not see: Network Connection Creation in WinEventLog:Sysmon (EventCode=3, 22); Internet Scan",
    );
  });

  it.each<Record<string, unknown>>([
    { version: "17.1" },
    { technique_id: "T1059" },
    { technique_id: "T1566" },
    { platform: "macOS" },
    { telemetry: "CloudTrail" },
  ])("of %j lets the technique decide", async (order) => {
    const { status, body } = await generate(order);
    expect(status).toBe(201);
    expect(body.content).not.toContain("Analytic:");
    expect(body.content).toContain("REPLACE_WITH_BEHAVIOR");
  });

  it("keeps to the platform without an analytic too", async () => {
    const { body } = await generate({ technique_id: "T1059", platform: "LINUX" });
    expect(body.content).toContain("product: linux");
    const other = await generate({ technique_id: "T1059", platform: "Toaster" });
    expect(other.body.content).toContain("product: windows");
  });

  it("drafts an analytic without a log source when it is named", async () => {
    const { body } = await generate({ technique_id: "T1566", analytic_id: "AN0003" });
    expect(body.content).toContain("the analytic names no log source");
  });

  it("refuses an analytic that the technique does not have", async () => {
    expect(await generate({ analytic_id: "AN0003" })).toMatchObject({
      status: 404,
      body: {
        code: "not_found",
        detail: "T1059.001 has no analytic AN0003; it has AN0001, AN0002.",
      },
    });
    expect(await generate({ technique_id: "T1059", analytic_id: "журнал" })).toMatchObject({
      status: 404,
      body: { detail: "T1059 has no analytic ЖУРНАЛ; the release names none for it." },
    });
    expect((await generate({ analytic_id: "x".repeat(300) })).status).toBe(422);
    expect((await generate({ platform: 7 })).status).toBe(422);
  });
});
