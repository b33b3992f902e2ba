import { afterAll, beforeAll, expect, it } from "vitest";
import type { RuleImportResult } from "../../src/detection/import/schema.ts";
import { type RunningService, preparedFolder, startService } from "../support/node/service.ts";
import { waitFor } from "../support/node/machine.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import { readData, readDataJson } from "../support/node/real-data.ts";

interface Entry {
  id: string;
  title: string;
  status: string;
  level: string;
  techniques?: string[];
  path: string;
}

const FILES = ["sigma/rules.tar.gz", "sigma/other-rules.tar.gz", "sigma/INDEX.json"] as const;
const packed = readData(FILES[0]);
const others = readData(FILES[1]);
const index = readDataJson<{ rules: Entry[] }>(FILES[2])?.rules ?? [];

describeWithData("SigmaHQ's rules", FILES, () => {
  const folder = preparedFolder();
  let service: RunningService;
  const send = async (body: Uint8Array | null, query = "") => {
    const response = await fetch(`${service.url}/api/pipeline/rules/import${query}`, {
      method: "POST",
      body: new Uint8Array(body ?? []),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as RuleImportResult;
  };

  beforeAll(async () => {
    service = await startService(folder.path);
  });
  afterAll(async () => {
    await service.stop();
    folder.remove();
  });

  it("are there once when the service is killed in between and they are sent again", async () => {
    const own = preparedFolder();
    const first = await startService(own.path);
    const url = (at: RunningService) => `${at.url}/api/pipeline/rules`;
    const total = async (at: RunningService) =>
      Number((await fetch(`${url(at)}?limit=1`)).headers.get("X-Total-Count"));
    const sending = fetch(`${url(first)}/import`, {
      method: "POST",
      body: new Uint8Array(packed ?? []),
    }).catch(() => null);
    await waitFor("some rules", async () => ((await total(first)) > 0 ? true : null));
    await first.killAll();
    await sending;
    const second = await startService(own.path);
    const left = await total(second);
    expect(left).toBeGreaterThan(0);
    const sent = await fetch(`${url(second)}/import`, {
      method: "POST",
      body: new Uint8Array(packed ?? []),
    });
    const { counts } = (await sent.json()) as RuleImportResult;
    expect(counts).toMatchObject({ created: index.length - left, unchanged: left, failed: 0 });
    expect(await total(second)).toBe(index.length);
    await second.stop();
    own.remove();
  });

  it("come in whole, and a second time not at all", async () => {
    const dry = await send(packed, "?dry_run=true");
    const first = await send(packed);
    expect(first.counts).toEqual({ ...dry.counts, created: index.length, failed: 0 });
    const byTechnique = (lists: (string[] | undefined)[]) => {
      const counts: Record<string, number> = {};
      for (const id of lists.flatMap((list) => list ?? [])) counts[id] = (counts[id] ?? 0) + 1;
      return counts;
    };
    expect(byTechnique(first.receipts.map(({ techniques }) => techniques))).toEqual(
      byTechnique(index.map(({ techniques }) => techniques)),
    );
    const second = await send(packed);
    expect(second.counts).toMatchObject({ created: 0, updated: 0, unchanged: index.length });
    const rest = await send(others);
    expect(rest.counts).toMatchObject({ created: 266, failed: 7 });
    // Those that upstream keeps as unsupported say why, at their line.
    const failed = rest.receipts.filter(({ outcome }) => outcome === "failed");
    expect(
      failed.map(({ path, line }) => path.startsWith("unsupported/") && line !== null),
    ).toEqual(failed.map(() => true));
  });
});
