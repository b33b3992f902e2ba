import { afterAll, beforeAll, expect, it } from "vitest";
import { releasePath } from "../../scripts/data/data-folder.ts";
import { makeFutureRelease } from "../support/future-release.ts";
import { describeWithData } from "../support/node/describe-with-data.ts";
import {
  analyse,
  preparedFolder,
  type RunningService,
  startService,
  waitForTask,
} from "../support/node/service.ts";
import { readDataGzip } from "../support/node/real-data.ts";
import { Upstream } from "../support/node/upstream.ts";
import { SHIPPED } from "../support/shipped.ts";
import { scaled } from "../support/node/machine.ts";

// What each part of the service makes of such a release is in test/knowledge/attack; this one is whole.
const FILE = releasePath(SHIPPED.domain, SHIPPED.version);

describeWithData("a made-up release 99.0 of all of Enterprise", [FILE], () => {
  const today = JSON.parse(String(readDataGzip(FILE))) as { objects: object[] };
  const { bundle, facts } = makeFutureRelease(today, 99);
  const { split, chained, dropped, deprecated, technique, subtechnique } = facts;
  const bytes = Buffer.from(JSON.stringify(bundle));
  const upstream = new Upstream([{ domain: SHIPPED.domain, version: "99.0", bytes: () => bytes }]);
  const folder = preparedFolder();
  let service: RunningService;
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- what the caller expects to read
  const send = async <T>(path: string, body?: unknown) => {
    const response = await fetch(`${service.url}${path}`, {
      ...(body !== undefined && { method: "POST", body: JSON.stringify(body) }),
    });
    const type = response.headers.get("Content-Type") ?? "";
    const read = type.includes("json") ? ((await response.json()) as T) : (null as T);
    return { status: response.status, body: read };
  };

  beforeAll(async () => {
    await upstream.listen();
    service = await startService(folder.path, { ATTACK_INDEX_URL: upstream.indexUrl });
    const { body } = await send<{ task_id: string }>("/api/sync/trigger", {
      domains: [SHIPPED.domain],
    });
    const task = await waitForTask(service.url, body.task_id);
    expect(task).toMatchObject({ status: "complete", domains: [{ version: "99.0", error: null }] });
  }, scaled(120_000));
  afterAll(async () => {
    await service.stop();
    folder.remove();
    upstream.close();
  });

  it("reads a report of any year", async () => {
    const text = [split.from, chained, dropped, deprecated, subtechnique.attack_id, "T1059.001"]
      .map((id) => `The intruders used ${id} on the second host.`)
      .join("\n");
    const { body } = await analyse(service.url, { text });
    const found = body.techniques.map(({ attack_id: id }) => id);
    expect(found).toEqual(
      expect.arrayContaining([...split.to, subtechnique.attack_id, "T1059.001"]),
    );
    const rejected = new Map(body.rejected_techniques.map((one) => [one.attack_id, one.reason]));
    expect(rejected.get(dropped)).toMatch(/^belongs to ATT&CK 19\.1 as “/);
    expect(rejected.get(deprecated)).toBe("is deprecated in enterprise-attack 99.0");
    for (const format of [
      "",
      "/stix",
      "/navigator",
      "/csv",
      "/markdown",
      "/attack-flow",
      "/attack-flow-builder",
    ]) {
      const path = `/api/export/analysis/${body.session_id}${format}`;
      expect([format, (await send(path)).status]).toEqual([format, 200]);
    }
    const old = await analyse(service.url, { text, version: SHIPPED.version });
    const reasons = old.body.rejected_techniques.map(({ attack_id: id, reason }) => [id, reason]);
    expect(reasons).toEqual([
      [subtechnique.attack_id, `belongs to ATT&CK 99.0 as “${subtechnique.name}”`],
    ]);
  });

  it("is judged by the trained model, under the ids that it has", async () => {
    const text = [
      "The attackers sent mails with malicious Word attachments to the ministry.",
      "It took screenshots of the victim's desktop every ten seconds.",
      "Before it encrypted the disk, it ran vssadmin to delete all volume shadow copies.",
    ].join("\n");
    const { body: now } = await analyse(service.url, { text });
    const { body: old } = await analyse(service.url, { text, version: SHIPPED.version });
    expect(now).toMatchObject({
      model: `embedded/${SHIPPED.domain}-${SHIPPED.version}`,
      version: "99.0",
      warnings: [],
    });
    const found = ({ techniques }: typeof now) =>
      techniques.map(({ attack_id: id, confidence }) => [id, confidence]);
    expect(found(now)).toEqual(found(old));
    expect(found(now).map(([id]) => id)).toEqual(
      expect.arrayContaining(["T1113", "T1490", "T1566.001"]),
    );
  });

  it("carries every technique of today over, and back", async () => {
    const { body: all } = await send<{ attack_id: string }[]>(
      `/api/attack/techniques?version=${SHIPPED.version}`,
    );
    const ids = all.map(({ attack_id: id }) => id);
    expect(ids).toHaveLength(SHIPPED.techniques);
    const { body: layer } = await send<{ layer_id: string }>("/api/layers", {
      name: "All of today",
      version: SHIPPED.version,
      technique_ids: ids,
    });
    type Account = Record<"kept" | "replaced" | "merged" | "removed", unknown[]> & {
      layer_id: string;
      unknown_technique_ids: string[];
    };
    const { body: there } = await send<Account>(`/api/layers/${layer.layer_id}/migrate`, {});
    const changed = [split.from, chained, facts.deprecated, facts.orphaned, dropped];
    expect(there.kept).toHaveLength(ids.length - changed.length);
    expect(there.removed).toHaveLength(3);
    expect(there.unknown_technique_ids).toEqual([]);
    const path = `/api/layers/${there.layer_id}/migrate?version=${SHIPPED.version}`;
    const { body: back } = await send<Account>(path, {});
    expect(back.removed).toMatchObject([
      { attack_id: technique.attack_id, belongs_to: { version: "99.0" } },
    ]);
    expect(back.removed).toHaveLength(1);
  });

  it("drafts rules for what nobody has seen", async () => {
    for (const language of ["sigma", "kql", "spl", "eql"]) {
      const order = { title: "99", technique_id: subtechnique.attack_id, language };
      const { status, body } = await send<object>("/api/pipeline/rules/generate", order);
      expect([status, body]).toMatchObject([201, { validation: { valid: true } }]);
    }
  });
});
