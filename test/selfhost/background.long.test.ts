import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { childrenOf, commandOf } from "../support/node/processes.ts";
import { analyse, preparedFolder, startService } from "../support/node/service.ts";

/** A minute without work, and the time until the Node program looks. */
const IDLE_MS = 75_000;

it("ends the background process after a minute without work, and starts one for the next", async () => {
  const folder = preparedFolder();
  const service = await startService(folder.path);
  const workerds = () =>
    childrenOf(service.process.pid ?? 0).filter((pid) => commandOf(pid).includes("workerd serve"));
  try {
    await analyse(service.url, { text: "APT29 used T1059.001 here." });
    expect(workerds()).toHaveLength(2);
    await sleep(IDLE_MS);
    expect(workerds()).toHaveLength(1);
    const { status } = await analyse(service.url, { text: "APT29 used T1003 here." });
    expect(status).toBe(200);
    expect(workerds()).toHaveLength(2);
  } finally {
    await service.stop();
    folder.remove();
  }
});
