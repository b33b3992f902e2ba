import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";
import { listRoutes, requestWith, TEAM } from "../../support/team.ts";

/** Reads that cost no more than a row, a page of rows, or what is in memory. */
const CHEAP_READS = [
  "/api/me",
  "/metrics",
  "/api/events",
  "/api/health",
  "/api/analyze/sessions/{session_id}/history",
  "/api/analyze/sessions/{session_id}/comments",
  "/api/analyze/{session_id}",
  "/api/analyze/{session_id}/file",
  "/api/analyze/{session_id}/outline",
  "/api/analyze/{session_id}/text",
  "/api/apt/campaigns",
  "/api/apt/campaigns/{campaign_id}",
  "/api/apt/groups",
  "/api/apt/groups/{group_id}",
  "/api/attack/log-sources",
  "/api/attack/software",
  "/api/attack/software/{attack_id}",
  "/api/attack/tactics",
  "/api/attack/techniques",
  "/api/attack/techniques/{attack_id}",
  "/api/attack/techniques/{attack_id}/detection",
  "/api/attack/techniques/{attack_id}/mitigations",
  "/api/attack/techniques/{attack_id}/tests",
  "/api/attack/versions",
  "/api/coverage/log-sources",
  "/api/coverage/tests",
  "/api/coverage/tests/{test_id}",
  "/api/dossiers",
  "/api/evidence",
  "/api/evidence/techniques",
  "/api/jobs",
  "/api/layers",
  "/api/layers/{layer_id}",
  "/api/misp/server",
  "/api/pipeline/enrichments/bulk/{task_id}",
  "/api/pipeline/enrichments/providers",
  "/api/pipeline/imports",
  "/api/pipeline/imports/{id}",
  "/api/pipeline/imports/{id}/receipts",
  "/api/pipeline/intake/counts",
  "/api/pipeline/intake/{id}",
  "/api/pipeline/intake/{id}/text",
  "/api/pipeline/observables/{id}",
  "/api/pipeline/observables/{id}/enrichments",
  "/api/pipeline/rules/{rule_id}",
  "/api/analyze/sessions/{session_id}/second-opinion",
  "/api/pipeline/rules/{rule_id}/samples",
  "/api/pipeline/rules/{rule_id}/samples/{sample_id}",
  "/api/pipeline/rules/{rule_id}/versions",
  "/api/pipeline/rules/{rule_id}/versions/{version}",
  "/api/pipeline/runs",
  "/api/pipeline/sources",
  "/api/pipeline/sources/{id}",
  "/api/pipeline/warning-lists",
  "/api/pipeline/warning-lists/check",
  "/api/settings",
  "/api/sync/status",
  "/api/tokens",
  "/api/analyze/sessions/{session_id}/proof-links",
  "/api/webhooks",
  "/api/webhooks/{id}/deliveries",
  // What asks the provider is counted: test/platform/sign-on/attacks.worker.test.ts.
  "/auth/login",
  "/api/sync/tasks/{task_id}",
  "/taxii2/",
  "/taxii2/tradecraft/",
  "/taxii2/tradecraft/collections/",
  "/taxii2/tradecraft/collections/{collection_id}/",
  "/taxii2/tradecraft/status/{status_id}/",
];

const as = (user: string) => ({ "X-Auth-User": user, "X-Auth-Roles": "analyst" });

beforeAll(ingestSmallRelease);

// Limits are counted by the minute, and none is to end between two requests of a test.
beforeEach(() => {
  const minute = Math.floor(Date.now() / 60_000);
  vi.spyOn(Date, "now").mockReturnValue(minute * 60_000);
});
afterEach(() => void vi.restoreAllMocks());

describe("every route that costs", () => {
  it("declares its limit: all but cheap reads", async () => {
    const routes = await listRoutes();
    // The tools at /mcp count for themselves: test/exchange/mcp/access.worker.test.ts.
    const unlimited = routes.filter(({ limits, path }) => limits.length === 0 && path !== "/mcp");
    expect(unlimited.map(({ method }) => method)).toEqual(unlimited.map(() => "GET"));
    expect(unlimited.map(({ template }) => template).sort()).toEqual(CHEAP_READS.toSorted());
  });

  it.each([
    ["RATE_EXPORTS_PER_MINUTE", "GET", "/api/pipeline/audit/export"],
    ["RATE_EXPORTS_PER_MINUTE", "GET", "/api/pipeline/intake/export"],
    ["RATE_EXPORTS_PER_MINUTE", "GET", "/api/pipeline/observables/export"],
    ["RATE_VERIFICATIONS_PER_MINUTE", "GET", "/api/pipeline/audit/verify"],
    ["RATE_SEARCHES_PER_MINUTE", "GET", "/api/pipeline/intake?q=turla"],
    ["RATE_SEARCHES_PER_MINUTE", "GET", "/api/pipeline/observables?q=turla"],
    ["RATE_SEARCHES_PER_MINUTE", "GET", "/api/pipeline/observables?sort=reports"],
    ["RATE_SEARCHES_PER_MINUTE", "GET", "/api/pipeline/observables?min_reports=3"],
    ["RATE_COMPUTATIONS_PER_MINUTE", "POST", "/api/pipeline/rules/validate"],
    ["RATE_COMPUTATIONS_PER_MINUTE", "POST", "/api/apt/compare"],
    ["RATE_IMPORTS_PER_MINUTE", "POST", "/api/layers/import"],
    ["RATE_WRITES_PER_MINUTE", "POST", "/api/layers"],
    ["RATE_WRITES_PER_MINUTE", "POST", "/api/dossiers"],
  ])("is held by %s: %s %s", async (setting, method, path) => {
    const headers = as(`${setting} ${path}`);
    const status = async (settings: object) => {
      const response = await requestWith({ ...TEAM, ...settings }, path, { method, headers });
      await response.arrayBuffer();
      return response.status;
    };
    expect(await status({ [setting]: "1" })).not.toBe(429);
    expect(await status({ [setting]: "1" })).toBe(429);
    expect(await status({ [setting]: "0" })).not.toBe(429);
  });

  it("costs nothing where a list is not searched", async () => {
    const settings = { ...TEAM, RATE_SEARCHES_PER_MINUTE: "1" };
    for (let i = 0; i < 3; i += 1) {
      const { status } = await requestWith(settings, "/api/pipeline/intake?q=%20", {
        headers: as("lister"),
      });
      expect(status).toBe(200);
    }
  });

  it("counts the analysis that a promotion asks for", async () => {
    const settings = { ...TEAM, RATE_ANALYSES_PER_MINUTE: "1" };
    const promote = async (n: number, analyze: boolean) => {
      const { body } = await requestJson<{ id: string }>("/api/pipeline/intake", {
        method: "POST",
        body: JSON.stringify({ title: `To be promoted and counted, ${n}` }),
      });
      const init = { method: "POST", body: JSON.stringify({ analyze }), headers: as("pat") };
      return (await requestWith(settings, `/api/pipeline/intake/${body.id}/promote`, init)).status;
    };
    expect(await promote(1, true)).toBe(200);
    expect(await promote(2, true)).toBe(429);
    expect(await promote(3, false)).toBe(200);
  });
});
