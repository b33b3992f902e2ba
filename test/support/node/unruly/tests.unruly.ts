import { spawn } from "node:child_process";
import { appendFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { descendantsOf } from "../processes.ts";
import { startService, temporaryFolder } from "../service.ts";

/** Notes a process with all that it started, and a folder, for the test that looks at them. */
function note(pid: number, folder = ""): void {
  const lines = [pid, ...descendantsOf(pid), folder].filter((line) => line !== "");
  appendFileSync(process.env["UNRULY_NOTES"] ?? "", lines.map((line) => `${line}\n`).join(""));
}

async function startNoted() {
  const folder = temporaryFolder();
  const service = await startService(folder.path);
  note(service.process.pid ?? 0, folder.path);
  return service;
}

describe("unruly", () => {
  it("passes", () => expect(1).toBe(1));

  // oxlint-disable-next-line vitest/no-disabled-tests -- the closing line must count it
  it.skip("is skipped", () => expect(1).toBe(2));

  // oxlint-disable-next-line vitest/expect-expect -- it must fail by itself
  it("fails when Node is dead and workerd is not", async () => {
    const service = await startNoted();
    service.process.kill("SIGKILL");
    await new Promise((resolve) => service.process.once("exit", resolve));
    throw new Error("failed");
  });

  it("lets a process go that nobody knows of", () => {
    const wait = "setTimeout(() => {}, 600_000)";
    const stray = spawn(process.execPath, ["--eval", wait], { detached: true, stdio: "ignore" });
    stray.unref();
    note(stray.pid ?? 0);
    expect(stray.pid).toBeGreaterThan(0);
  });
});

describe("beside a running service", () => {
  beforeAll(startNoted);
  // oxlint-disable-next-line vitest/expect-expect -- it never gets that far
  it("runs out of time", { timeout: 200 }, async () => await new Promise(() => undefined));
});

describe("a group whose preparation fails", () => {
  beforeAll(() => {
    throw new Error("failed");
  });
  it("never runs its test", () => expect(1).toBe(1));
});
