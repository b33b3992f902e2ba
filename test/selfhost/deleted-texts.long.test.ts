import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readFilesInUse } from "../support/node/files-in-use.ts";
import { waitFor } from "../support/node/machine.ts";
import {
  analyse,
  preparedFolder,
  type RunningService,
  startService,
} from "../support/node/service.ts";

let folder: ReturnType<typeof preparedFolder>;
let service: RunningService;

beforeAll(async () => {
  folder = preparedFolder();
  service = await startService(folder.path);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

/** The files of the data folder that hold a word, by their endings. */
function filesWith(word: string): string[] {
  return readFilesInUse(folder.path)
    .filter(({ bytes }) => bytes.includes(word))
    .map(({ name }) => name);
}

const call = async (path: string, method: string, body?: object) =>
  await fetch(`${service.url}${path}`, {
    method,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

describe("what was deleted", () => {
  it("is in no file of the data folder a few seconds later", async () => {
    const word = "quokkasentinel";
    const text = [
      `${word} dumped LSASS memory with T1003.001 on the host.`,
      `Then ${word} ran T1059.001 from evil-${word}.xyz.`,
    ].join(" ");
    // Others before and after it, so that their rows share its pages.
    await analyse(service.url, { text: "Another actor ran T1059.001 on a host." });
    const { body } = await analyse(service.url, { text });
    await analyse(service.url, { text: "A third actor sent T1566 mails to a bank." });
    const path = `/api/analyze/sessions/${body.session_id}`;
    const note = { note: `A note about ${word}.` };
    expect((await call(`${path}/techniques/T1059.001`, "PATCH", note)).status).toBe(200);
    expect((await call(path, "PATCH", note)).status).toBe(200);
    expect(filesWith(word).some((name) => name.includes(".sqlite"))).toBe(true);
    // Clients that go away leave nothing behind that would keep the databases busy for good.
    const aborted = Array.from({ length: 40 }, (_, n) => AbortSignal.timeout(n));
    await Promise.all(
      aborted.map((signal) =>
        fetch(`${service.url}${path}/compare`, { method: "POST", signal }).catch(() => null),
      ),
    );
    const missing = {
      operands: [{ layer_id: crypto.randomUUID() }, { session_id: body.session_id }],
    };
    await Promise.all(aborted.map(() => call("/api/layers/combine", "POST", missing)));
    expect((await call(path, "DELETE")).status).toBe(204);
    // The host that it named too, in every index.
    await waitFor("the text to be gone", () => (filesWith(word).length === 0 ? true : null), 500);
    const others = await fetch(`${service.url}/api/analyze/sessions`);
    expect(await others.json()).toHaveLength(2);
    const verified = await fetch(`${service.url}/api/pipeline/audit/verify`);
    expect(await verified.json()).toMatchObject({ valid: true });
  });

  it("costs no request that comes meanwhile", async () => {
    const until = Date.now() + 12_000;
    const statuses = new Map<number, number>();
    const write = async (writer: number) => {
      for (let n = 0; Date.now() < until; n += 1) {
        const layer = { name: `Layer ${writer} ${n}`, technique_ids: ["T1059"] };
        const { status } = await call("/api/layers", "POST", layer);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all([1, 2, 3].map(write));
    expect([...statuses.keys()]).toEqual([201]);
  });
});
