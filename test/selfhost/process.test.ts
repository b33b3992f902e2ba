import { SHIPPED } from "../support/shipped.ts";
import { existsSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { waitFor } from "../support/node/machine.ts";
import {
  childrenOf,
  commandOf,
  isRunning,
  processesWith,
  workerdOf,
} from "../support/node/processes.ts";
import { startService, temporaryFolder } from "../support/node/service.ts";

let folder: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => folder.remove());

describe("the self-hosted process", () => {
  it("prints its URL first, and answers there with the shipped release", async () => {
    const service = await startService(folder.path);
    expect(service.firstLine).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    const readHealth = async () =>
      (await (await fetch(`${service.url}/api/health`)).json()) as object;
    expect(await readHealth()).toMatchObject({
      knowledge_base: [{ domain: SHIPPED.domain, version: SHIPPED.version }],
    });
    // The job that loads it ends a moment after the release is current.
    await expect
      .poll(readHealth, { timeout: 10_000 })
      .toMatchObject({ jobs: { queued: 0, running: 0, dead: 0 } });
    await service.stop();
  });

  it.each(["SIGTERM", "SIGINT"] as const)("leaves nothing running after %s", async (signal) => {
    const service = await startService(folder.path);
    const children = childrenOf(service.process.pid ?? 0);
    expect(children.length).toBeGreaterThan(0);
    await service.stop(signal);
    await waitFor("the end of its children", () => !children.some(isRunning) || null);
    expect(existsSync(join(folder.path, "instance.json"))).toBe(false);
  });

  it("leaves nothing running when it is told to stop while it starts", async () => {
    const starting = startService(folder.path).catch(() => undefined);
    const find = (program: string) =>
      processesWith("DATA_DIR", folder.path).find((pid) => commandOf(pid).includes(program));
    const workerd = await waitFor("workerd", () => find("/workerd serve") ?? null);
    process.kill(find("main.js") ?? 0, "SIGTERM");
    await starting;
    await waitFor("its end", () => find("main.js") === undefined || null);
    expect([isRunning(workerd), existsSync(join(folder.path, "instance.json"))]).toEqual([
      false,
      false,
    ]);
  });

  it("refuses a data folder that is in use, and says by whom", async () => {
    const service = await startService(folder.path);
    const second = startService(folder.path);
    await expect(second).rejects.toThrow(
      new RegExp(`Another instance \\(process ${service.process.pid}, ${service.url}\\).*DATA_DIR`),
    );
    await service.stop();
  });

  it("says so when the port is used by somebody else", async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as AddressInfo;
    const start = startService(folder.path, { PORT: String(port) });
    await expect(start).rejects.toThrow(`Port ${port} on 127.0.0.1 is used by another program`);
    other.close();
  });

  it("takes over when Node was killed and left workerd behind", async () => {
    const service = await startService(folder.path);
    const orphan = workerdOf(service.process.pid ?? 0);
    service.process.kill("SIGKILL");
    await new Promise((resolve) => service.process.once("exit", resolve));
    expect(isRunning(orphan)).toBe(true);
    const next = await startService(folder.path, { PORT: new URL(service.url).port });
    expect(isRunning(orphan)).toBe(false);
    expect((await fetch(`${next.url}/api/health`)).status).toBe(200);
    await next.stop();
  });

  it("starts for a team with AUTH_ENABLED alone, and says that the proxy is unproven", async () => {
    const service = await startService(folder.path, { AUTH_ENABLED: "true" });
    const health = await (await fetch(`${service.url}/api/health`)).json();
    expect(health).toMatchObject({
      mode: "team",
      proxy_proven: false,
      warnings: [expect.stringContaining("The proxy is unproven")],
    });
    const headers = { "X-Auth-User": "ann", "X-Auth-Roles": "viewer" };
    const me = await (await fetch(`${service.url}/api/me`, { headers })).json();
    expect(me).toEqual({ name: "ann", role: "viewer", auth_enabled: true, login_expires_at: null });
    expect((await fetch(`${service.url}/api/me`)).status).toBe(401);
    await service.stop();
  });

  it.each([
    [{ PORT: "70000" }, "Setting PORT must be a port number from 0 (any free one) to 65535."],
    [{ AUTH_ENABLED: "perhaps" }, "Setting AUTH_ENABLED must be true or false."],
    [{ PROXY_SECRET: "s" }, "Setting PROXY_SECRET has no effect without AUTH_ENABLED=true"],
    [{ AUTH_ENABLED: "true", HOST: "0.0.0.0" }, "Setting AUTH_ENABLED needs PROXY_SECRET, or"],
    [{ PROVIDER_C_KIND: "oracle" }, "Setting PROVIDER_C_KIND must be one of embedded, anthropic"],
    [
      { PROVIDER_B_KIND: "anthropic", PROVIDER_B_MODEL: "m" },
      "Setting PROVIDER_B_API_KEY is needed by PROVIDER_B_KIND=anthropic.",
    ],
    [
      { PROVIDER_A_KIND: "openai_compatible", PROVIDER_A_MODEL: "m" },
      "Setting PROVIDER_A_BASE_URL is needed by PROVIDER_A_KIND=openai_compatible.",
    ],
  ])("does not start with %j", async (environment: Record<string, string>, message) => {
    await expect(startService(folder.path, environment)).rejects.toThrow(message);
  });
});
