import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendReport } from "../support/node/check-reports.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";
import { readFileSync } from "node:fs";

const folder = preparedFolder();
let service: RunningService;
beforeAll(async () => {
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

describe("texts that are no threat reports", () => {
  it.each(["docs/self-hosting.md", "docs/audit.md", "LICENSE", "CONTRIBUTING.md"])(
    "have no findings, leads or actors: %s",
    async (path) => {
      const { body } = await sendReport(service.url, "text.txt", readFileSync(path));
      expect(body).toMatchObject({ document_kind: { kind: "other" }, techniques: [], leads: [] });
      expect(body["summary"]).toContain("is not a threat report");
    },
  );
});

describe("the sample report", () => {
  it("is a threat report and has findings", async () => {
    const { body } = await sendReport(service.url, "r.pdf", readFileSync("examples/report.pdf"));
    expect(body).toMatchObject({ document_kind: { kind: "threat_report" } });
    expect(body.techniques.length).toBeGreaterThan(0);
  });
});
