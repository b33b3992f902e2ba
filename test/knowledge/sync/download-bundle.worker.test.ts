import { afterEach, beforeAll, describe, expect, it } from "vitest";
import { requestJson } from "../../support/service.ts";
import { largeBundle } from "../../support/node/large-bundle.ts";
import { offer, SyncBench } from "../../support/sync.ts";
import { brokenBody, etagOf, type Fault, StandInUpstream } from "../../support/upstream.ts";

const path = "/ics-attack/ics-attack-18.1.json";
const big = new Uint8Array(largeBundle("18.1", "ics-attack", 2_600));
const upstream = new StandInUpstream([
  offer("ics-attack", "17.1"),
  { domain: "ics-attack", version: "18.1", bytes: () => big },
]);
const bench = new SyncBench(upstream);
const asked = () => upstream.takeLog().filter((line) => line.startsWith(path));

beforeAll(async () => {
  await bench.sync({ version: "17.1", domains: ["ics-attack"] });
});
afterEach(() => {
  upstream.fault = () => null;
  upstream.plain = false;
  upstream.takeLog();
});

/** Answers once, with what breaks off; then upstream itself answers. */
function once(answer: Fault): Fault {
  let isOver = false;
  return (request) => {
    if (isOver || new URL(request.url).pathname !== path) return null;
    isOver = true;
    return answer(request);
  };
}

describe("a transfer that breaks off", () => {
  it("is resumed where it ended", async () => {
    const headers = { ETag: await etagOf(big), "Content-Length": String(big.length) };
    upstream.fault = once(() => new Response(brokenBody(big.subarray(0, 9_000_000)), { headers }));
    const task = await bench.sync({ domains: ["ics-attack"] });
    expect(task).toMatchObject({ status: "complete" });
    expect(asked()).toEqual([`${path} 200`, `${path} bytes=9000000- 206`]);
    const { body } = await requestJson("/api/apt/groups?domain=ics-attack");
    expect(body).toHaveLength(2);
  });

  it("begins anew where upstream knows no ranges", async () => {
    upstream.plain = true;
    const headers = { "Content-Length": String(big.length) };
    upstream.fault = once(() => new Response(brokenBody(big.subarray(0, 3_000_000)), { headers }));
    const task = await bench.sync({ domains: ["ics-attack"], force: true });
    expect(task).toMatchObject({ status: "complete", domains: [{ action: "ingest" }] });
    expect(asked()).toEqual([`${path} 200`, `${path} 200`]);
  });

  it("begins anew where upstream has other bytes by then", async () => {
    const headers = { ETag: '"another version"', "Content-Length": String(big.length) };
    upstream.fault = once(() => new Response(brokenBody(big.subarray(0, 9_000_000)), { headers }));
    const task = await bench.sync({ domains: ["ics-attack"], force: true });
    expect(task).toMatchObject({ status: "complete", domains: [{ action: "ingest" }] });
    // The range is asked for on condition that the bytes are the same, and they are not.
    expect(asked()).toEqual([`${path} 200`, `${path} bytes=9000000- 200`]);
  });
});
