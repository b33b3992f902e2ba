import { afterAll, beforeAll, expect, it } from "vitest";
import type { Analysis } from "../../src/reading/sessions/schema.ts";
import { commandLine } from "../support/node/command-line.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { DATA } from "../support/node/real-data.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const FILES = [
  "reports/AA20-302A.pdf",
  "reports/AA20-302A.docx",
  "reports/AA20-302A.html",
  "reports/aa21-076a-trickbot.txt",
  "reports/fbi-aa23-320a-scattered-spider.pdf",
  "reports/fbi-aa24-038a-volt-typhoon.pdf",
  "reports/ic3-aa23-165a-lockbit.pdf",
];

describeWithData("published reports on the command line", FILES, () => {
  const folder = preparedFolder();
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(folder.path);
  });
  afterAll(async () => {
    await service.stop();
    folder.remove();
  });

  it("have the same analysis in a process without a server", async () => {
    const analyse = async (...args: string[]) => {
      const { code, out } = await commandLine(["analyse", ...FILES, "--json", ...args], {
        cwd: DATA,
      });
      expect(code).toBe(0);
      return out
        .trim()
        .split("\n")
        .map((text) => JSON.parse(text) as Analysis)
        .map(({ session_id: _id, created_at: _at, ...analysis }) => analysis);
    };
    const alone = await analyse("--local");
    expect(alone).toHaveLength(FILES.length);
    expect(alone.every(({ techniques }) => techniques.length > 5)).toBe(true);
    expect(await analyse("--server", service.url)).toEqual(alone);
  });
});
