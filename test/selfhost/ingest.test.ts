import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { smallBundle } from "../support/bundles.ts";
import { ingest } from "../support/node/ingest.ts";
import { type RunningService, startService, preparedFolder } from "../support/node/service.ts";

const TOKEN = "a-token-for-ingests-of-32-characters-or-more";
const folder = preparedFolder();
const file = join(folder.path, "bundle.json");
let service: RunningService;

beforeAll(async () => {
  writeFileSync(file, JSON.stringify(smallBundle("18.1")));
  writeFileSync(`${file}.gz`, gzipSync(JSON.stringify(smallBundle("17.1"))));
  const settings = { AUTH_ENABLED: "true", PROXY_SECRET: "proof", INGEST_TOKEN: TOKEN };
  service = await startService(join(folder.path, "data"), settings);
});
afterAll(async () => {
  await service.stop();
  folder.remove();
});

describe("npm run ingest -- --url", () => {
  it("streams a bundle to a service elsewhere, with the token", async () => {
    const token = { INGEST_TOKEN: TOKEN };
    expect(await ingest(token, file, "--url", service.url)).toEqual({
      code: 0,
      said: "enterprise-attack 18.1 is ingested.",
    });
    expect(await ingest(token, `${file}.gz`, "--url", `${service.url}/`)).toEqual({
      code: 0,
      said: "enterprise-attack 17.1 is ingested.",
    });
  });

  it("sends the headers that a proxy asks for", async () => {
    const headers = ["X-Proxy-Secret: proof", "X-Auth-User: ann", "X-Auth-Roles: admin"];
    const args = headers.flatMap((header) => ["--header", header]);
    const { code } = await ingest({}, file, "--url", service.url, ...args);
    expect(code).toBe(0);
  });

  it.each([
    [{}, [], "The request did not come through the configured reverse proxy."],
    [{ INGEST_TOKEN: `${TOKEN}x` }, [], "did not come through the configured reverse proxy."],
    [{ INGEST_TOKEN: TOKEN }, ["--url", "http://cti.example.org"], "must begin with https://"],
    [{}, ["--header", "nonsense"], "--header must be 'Name: value'"],
    [{}, ["--url", "http://127.0.0.1:1"], "http://127.0.0.1:1 cannot be reached"],
  ])("ends with one sentence: %j %j", async (environment: Record<string, string>, args, said) => {
    const result = await ingest(environment, file, "--url", service.url, ...args);
    expect(result).toEqual({ code: 2, said: expect.stringContaining(said) });
    expect(result.said).not.toContain("\n");
  });

  it("sends a service token of Access, and says so when it is asked to sign in", async () => {
    const seen: (string | undefined)[] = [];
    const access = createServer((request, response) => {
      seen.push(request.headers["cf-access-client-id"] as string | undefined);
      request.resume().on("end", () => response.writeHead(302, { Location: "/login" }).end());
    });
    await new Promise<void>((resolve) => access.listen(0, "127.0.0.1", resolve));
    const url = `http://127.0.0.1:${(access.address() as AddressInfo).port}`;
    const keys = { CF_ACCESS_CLIENT_ID: "abc.access", CF_ACCESS_CLIENT_SECRET: "s" };
    const { code, said } = await ingest(keys, file, "--url", url);
    expect([code, said]).toEqual([2, expect.stringContaining("asks to sign in")]);
    expect(seen).toEqual(["abc.access"]);
    access.close();
  });
});
