import { describe, expect, it } from "vitest";
import { ingestSmallRelease, requestJson } from "../../support/service.ts";

describe("before the first release answers", () => {
  it("health tells it, and everything but what brings a release refuses with 503", async () => {
    const health = await requestJson("/api/health");
    expect([health.status, health.body["status"]]).toEqual([503, "starting"]);
    expect(health.headers.get("Retry-After")).toBe("2");
    for (const path of [
      "/api/apt/groups",
      "/api/layers",
      "/api/analyze/sessions",
      "/api/nothing",
    ]) {
      const { status, body, headers } = await requestJson(path);
      expect([path, status, body["code"]]).toEqual([path, 503, "starting"]);
      expect(headers.get("Retry-After")).toBe("2");
    }
    for (const path of ["/api/sync/status", "/api/jobs", "/api/me", "/openapi.json"]) {
      expect([path, (await requestJson(path)).status]).toEqual([path, 200]);
    }
  });

  it("is over with the first release", async () => {
    await ingestSmallRelease();
    const { status, body } = await requestJson("/api/health");
    expect([status, body["status"]]).toEqual([200, "ok"]);
    expect((await requestJson("/api/apt/groups")).status).toBe(200);
  });
});
