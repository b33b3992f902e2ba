import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { analyse, startService, preparedFolder } from "../support/node/service.ts";
import { descendantsOf, isRunning, workerdOf } from "../support/node/processes.ts";

const PROJECT = join(import.meta.dirname, "..", "..");

let folder: ReturnType<typeof preparedFolder>;
beforeEach(() => {
  folder = preparedFolder();
});
afterEach(() => folder.remove());

/** Waits until a session is read again at one of the addresses. */
async function readSession(urls: () => string[], id: string): Promise<number> {
  for (let tries = 0; tries < 1_000; tries += 1) {
    for (const url of urls()) {
      const response = await fetch(`${url}/api/analyze/${id}`).catch(() => null);
      if (response?.status === 200) return 200;
    }
    await sleep(50);
  }
  return 0;
}

describe("the service comes back by itself, with its state", () => {
  it("after workerd died, on the same port, several times", async () => {
    const service = await startService(folder.path);
    const { body } = await analyse(service.url, { text: "The actor used T1059.001." });
    for (let run = 0; run < 3; run += 1) {
      const dead = workerdOf(service.process.pid ?? 0);
      process.kill(dead, "SIGKILL");
      expect(await readSession(() => [service.url], body.session_id)).toBe(200);
      expect(workerdOf(service.process.pid ?? 0)).not.toBe(dead);
    }
    expect((await analyse(service.url, { text: "It used T1566." })).status).toBe(200);
    await service.stop();
  });

  it("after Node was killed under `npm start`, and leaves nothing behind when it is stopped", async () => {
    const keeper = spawn(
      process.execPath,
      ["scripts/run.mjs", "--keep", "build", ".build/selfhost/main.js"],
      {
        cwd: PROJECT,
        env: { ...process.env, PORT: "0", DATA_DIR: folder.path },
        stdio: ["ignore", "pipe", "ignore"],
      },
    );
    const urls: string[] = [];
    createInterface(keeper.stdout).on("line", (line) => {
      if (line.startsWith("http")) urls.unshift(line);
    });
    while (urls.length === 0) await sleep(50);
    const { body } = await analyse(urls[0] ?? "", { text: "The actor used T1059.001." });
    const { pid } = JSON.parse(readFileSync(join(folder.path, "instance.json"), "utf8")) as {
      pid: number;
    };
    process.kill(pid, "SIGKILL");
    while (urls.length < 2) await sleep(50);
    expect(await readSession(() => urls.slice(0, 1), body.session_id)).toBe(200);
    const tree = descendantsOf(keeper.pid ?? 0);
    const ended = new Promise((resolve) => keeper.once("exit", resolve));
    keeper.kill("SIGTERM");
    await ended;
    for (let tries = 0; tree.some(isRunning) && tries < 200; tries += 1) await sleep(20);
    expect(tree.filter(isRunning)).toEqual([]);
  });
});
