import { afterAll, beforeAll, expect, it } from "vitest";
import { checkSessionPdf } from "../support/node/check-session-pdf.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readData } from "../support/node/real-data.ts";
import {
  analyse,
  preparedFolder,
  type RunningService,
  startService,
} from "../support/node/service.ts";

const FILES = ["reports/AA20-302A.pdf", "reports/AA20-302A.html"] as const;

describeWithData("a published advisory", FILES, () => {
  const folder = preparedFolder();
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(folder.path);
  });
  afterAll(async () => {
    await service.stop();
    folder.remove();
  });

  it("is exported whole as PDF", async () => {
    await checkSessionPdf(service.url, "AA20-302A.pdf", readData(FILES[0]) ?? Buffer.alloc(0));
  });

  it("as a web page is the advisory alone", async () => {
    const file = new File([new Uint8Array(readData(FILES[1]) ?? [])], "AA20-302A.html");
    const { status, body } = await analyse(service.url, { file });
    expect(status).toBe(200);
    const stored = await fetch(`${service.url}/api/analyze/${body.session_id}/text`);
    const text = await stored.text();
    expect(text).toContain("CISA, FBI, and HHS have credible information");
    expect(text).not.toMatch(/Skip to main content|An official website|Here's how you know/);
    expect(body.techniques.length).toBeGreaterThan(10);
  });
});
