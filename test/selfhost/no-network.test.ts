import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendJson } from "../support/node/collection.ts";
import { waitFor } from "../support/node/machine.ts";
import { hasOwnNetwork, runInOwnNetwork } from "../support/node/own-network.ts";
import { ProxyStandIn } from "../support/node/proxy-stand-in.ts";
import { analyse, startService, temporaryFolder } from "../support/node/service.ts";
import type { Attempts } from "./no-network-inside.ts";

const folder = temporaryFolder();
const proxy = new ProxyStandIn();
beforeAll(async () => await proxy.listen());
afterAll(() => {
  folder.remove();
  proxy.close();
});

describe.skipIf(!hasOwnNetwork())("where there is no network", () => {
  it("the first start and an analysis do not try to leave the machine", async () => {
    const program = "test/selfhost/no-network-inside.ts";
    const hostsFile = join(folder.path, "hosts");
    const hosts = "127.0.0.1 localhost\n::1 localhost\n";
    const printed = await runInOwnNetwork(program, { addresses: [], hostsFile, hosts }, []);
    const { unasked, asked, analyses } = JSON.parse(printed) as Attempts;
    expect({ unasked, analyses }).toEqual({ unasked: 0, analyses: [200, 200] });
    expect(asked).toBeGreaterThan(0);
  });
});

describe("behind a proxy that sees everything which leaves", () => {
  it("the first start and an analysis ask for nothing; a sync asks for the index alone", async () => {
    const data = temporaryFolder();
    const address = `http://${proxy.host}`;
    const service = await startService(data.path, { HTTPS_PROXY: address, HTTP_PROXY: address });
    const { status } = await analyse(service.url, { text: "The actor used T1566." });
    expect([status, proxy.takeAsked()]).toEqual([200, []]);
    await sendJson(`${service.url}/api/sync/trigger`, {});
    const target = await waitFor("the sync", async () => proxy.takeAsked()[0]?.target ?? null);
    expect(target).toBe("raw.githubusercontent.com:443");
    await service.stop();
    data.remove();
  });
});
