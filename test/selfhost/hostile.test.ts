import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CLOSED_IN, Driver } from "../../scripts/torture/hostile.ts";
import { sendRawHeads } from "../../scripts/torture/hostile/raw-heads.ts";
import { scaled } from "../support/node/machine.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

/** The short form of `npm run torture -- hostile`. */
const SEED = 20_261_128;
const REQUESTS = 300;
/** Each so-manieth of the curated cases. */
const EVERY = 11;

const folder = preparedFolder();
let service: RunningService;
beforeAll(async () => {
  service = await startService(folder.path, CLOSED_IN);
}, scaled(30_000));
afterAll(async () => {
  await service?.stop();
  folder.remove();
});

describe("hostile requests", () => {
  it("get a documented answer that says what to do", { timeout: scaled(60_000) }, async () => {
    const driver = await Driver.open(service);
    await driver.generate(SEED, 0, REQUESTS);
    await driver.curated(EVERY);
    expect(await driver.end()).toEqual([]);
    expect(driver.figures).toMatchObject({ requests: REQUESTS });
    expect(driver.figures.curated).toBeGreaterThan(150);
  });

  it("whose heads are malformed are refused by the runtime, and harm nobody", async () => {
    const { sent, faults } = await sendRawHeads(service.url);
    expect([sent > 35, faults]).toEqual([true, []]);
  });
});
