import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { commandLine } from "../support/node/command-line.ts";
import { analyse, preparedFolder, startService, temporaryFolder } from "../support/node/service.ts";

const folders = [temporaryFolder()];
afterAll(() => {
  for (const folder of folders) folder.remove();
});
const fresh = () => {
  const folder = preparedFolder();
  folders.push(folder);
  return folder.path;
};
const archive = (name: string) => join(folders[0]?.path ?? "", name);

/** Starts the service on what an archive has. */
async function restore(file: string, ...options: string[]) {
  const folder = temporaryFolder();
  folders.push(folder);
  const made = await commandLine(["restore", file, ...options, "--data-dir", folder.path]);
  expect(made).toMatchObject({ code: 0, told: "" });
  return await startService(folder.path);
}

const ask = async (url: string, path: string) => await (await fetch(`${url}${path}`)).json();

interface Listed {
  session_id: string;
}

describe("tradecraft backup", () => {
  it("copies a running service while it is written to, so that nothing is torn", async () => {
    const dataDir = fresh();
    const service = await startService(dataDir);
    const text = (count: number) => `Attack ${count}. The attackers ran vssadmin delete shadows.`;
    const { body: first } = await analyse(service.url, { text: text(0) });
    const state = { isDone: false };
    const writing = (async () => {
      for (let count = 1; !state.isDone; count += 1) {
        const { body } = await analyse(service.url, { text: text(count) });
        // What is deleted takes its files with it.
        if (count % 2 === 0) {
          await fetch(`${service.url}/api/analyze/sessions/${body.session_id}`, {
            method: "DELETE",
          });
        }
      }
    })();
    const file = archive("running.tar.gz");
    const made = await commandLine(["backup", file, "--data-dir", dataDir]);
    state.isDone = true;
    await writing;
    expect(made).toMatchObject({ code: 0, told: "" });
    expect(made.out).toMatch(/running\.tar\.gz has \d+ files \(\d+ MiB\), and reads as it was/);
    expect(statSync(file).mode & 0o077).toBe(0);
    expect(existsSync(join(dataDir, "snapshot"))).toBe(false);
    const verified = await commandLine(["verify", file]);
    expect(verified).toMatchObject({ code: 0, told: "" });
    expect(verified.out).toMatch(/is whole: \d+ files, the audit trail valid with \d+ entries\./);
    await service.stop();

    const restored = await restore(file);
    const sessions = (await ask(restored.url, "/api/analyze/sessions?limit=100")) as Listed[];
    expect(sessions.map(({ session_id: id }) => id)).toContain(first.session_id);
    for (const { session_id: id } of sessions) {
      const stored = await fetch(`${restored.url}/api/analyze/${id}/text`);
      expect([stored.status, await stored.text()]).toEqual([
        200,
        expect.stringMatching(/^Attack \d+\. /),
      ]);
    }
    expect(await ask(restored.url, "/api/pipeline/audit/verify")).toMatchObject({ valid: true });
    await restored.stop();
  });

  it("copies a service that is stopped, named by DATA_DIR", async () => {
    const dataDir = fresh();
    const service = await startService(dataDir);
    const { body } = await analyse(service.url, { text: "The attackers used PowerShell." });
    await service.stop();
    const file = archive("stopped.tar.gz");
    const environment = { DATA_DIR: dataDir };
    expect((await commandLine(["backup", file], { environment })).code).toBe(0);
    const restored = await restore(file);
    expect(await ask(restored.url, `/api/analyze/${body.session_id}`)).toMatchObject({
      techniques: [{ attack_id: "T1059.001" }],
    });
    await restored.stop();
  });

  it("says what is wrong, and leaves no file that looks whole", async () => {
    const dataDir = fresh();
    const service = await startService(dataDir);
    await service.stop();
    const existing = archive("existing.tar.gz");
    writeFileSync(existing, "mine");
    mkdirSync(archive("empty"));
    const target = archive("new.tar.gz");
    for (const [args, words] of [
      [[existing, "--data-dir", dataDir], "exists already. Name a new file."],
      [[target, "--data-dir", archive("empty")], "is not a data folder of Tradecraft."],
      [[join(dataDir, "x.tar.gz"), "--data-dir", dataDir], "would be lost with it."],
      [[archive("none/x.tar.gz"), "--data-dir", dataDir], "no such file or directory"],
      [[], "Name one file to write."],
    ] as const) {
      const { code, told } = await commandLine(["backup", ...args]);
      expect([code, told]).toEqual([2, expect.stringContaining(words)]);
    }
    const [database = ""] = readdirSync(join(dataDir, "d1"), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".sqlite") && !name.endsWith("metadata.sqlite"))
      .map((name) => join(dataDir, "d1", name));
    writeFileSync(database, Buffer.alloc(statSync(database).size, "x"));
    const { code } = await commandLine(["backup", target, "--data-dir", dataDir]);
    expect([code, existsSync(target), existsSync(`${target}.part`)]).toEqual([2, false, false]);
  });
});
