import { readFileSync } from "node:fs";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, it } from "vitest";
import { referenceProgram } from "../../scripts/build-reference.ts";
import { SCALAR_VERSION } from "../../src/openapi/reference-page.ts";
import { type Edge, startEdge } from "../support/node/edge.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const folder = preparedFolder();
const shipped = readFileSync("assets/reference/scalar.js.gz");
let service: RunningService;
let edge: Edge;

beforeAll(async () => {
  service = await startService(folder.path);
  edge = await startEdge();
});
afterAll(async () => {
  await edge.close();
  await service.stop();
  folder.remove();
});

/** What is answered, with its bytes as they cross the network. */
async function fetchRaw(url: string, headers: Record<string, string>) {
  return await new Promise<{ encoding: string; bytes: Buffer }>((resolve, reject) => {
    request(url, { headers }, (response) => {
      const { "content-encoding": encoding = "" } = response.headers;
      buffer(response).then((bytes) => resolve({ encoding, bytes }), reject);
    })
      .on("error", reject)
      .end();
  });
}

it("the repository has the program of the version that package.json and the page name", () => {
  const { devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
  expect(devDependencies["@scalar/fastify-api-reference"]).toBe(SCALAR_VERSION);
  expect(gunzipSync(shipped).equals(Buffer.from(referenceProgram()))).toBe(true);
});

it("the program of /docs crosses the network as it is stored, on both platforms", async () => {
  for (const { url } of [service, edge]) {
    const page = await (await fetch(`${url}/docs`)).text();
    const [, path = ""] = /<script src="(\/docs\/scalar[^"]+)"/.exec(page) ?? [];
    const packed = await fetchRaw(`${url}${path}`, { "Accept-Encoding": "gzip" });
    expect([packed.encoding, packed.bytes.equals(shipped)]).toEqual(["gzip", true]);
    const plain = await fetchRaw(`${url}${path}`, { "Accept-Encoding": "identity" });
    expect([plain.encoding, plain.bytes.equals(gunzipSync(shipped))]).toEqual(["", true]);
  }
});
