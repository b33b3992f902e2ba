import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, it } from "vitest";
import { load } from "../../../scripts/bench/load.ts";
import { OpenLoad, percentile } from "../../../scripts/bench/open-load.ts";

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(answer: RequestListener): Promise<string> {
  const made = createServer(answer);
  server = made;
  await new Promise<void>((resolve) => made.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(made.address() as AddressInfo).port}`;
}

const ok: RequestListener = (request, response) => {
  request.resume();
  response.end("answer".repeat(10_000));
};

it("whoever would have asked during a stall has waited, too", async () => {
  let stalledUntil = 0;
  const url = await serve((request, response) => {
    setTimeout(() => ok(request, response), Math.max(0, stalledUntil - performance.now()));
  });
  const running = new OpenLoad([{ url, status: 200 }], 200);
  running.start();
  await sleep(200);
  const period = running.beginPeriod();
  // More are due in it than there are connections.
  stalledUntil = performance.now() + 600;
  await sleep(1_000);
  await running.stop();
  expect(period).toMatchObject({ errors: 0, firstError: null });
  expect(period.waits.count).toBe(period.due);
  expect(period.due).toBeGreaterThan(150);
  // About 120 of 200 were due in it, so that half of all waited for a part of it.
  expect(percentile(period, 100)).toBeGreaterThan(500);
  expect(percentile(period, 70)).toBeGreaterThan(150);
});

it("another status, and a connection that is closed, are errors", async () => {
  let asked = 0;
  const url = await serve((request, response) => {
    asked += 1;
    // Not before a connection was closed: which of two answers comes first is open.
    if (asked > 50 && asked % 10 === 0) response.writeHead(500);
    if (asked % 10 === 5) request.socket.destroy();
    else ok(request, response);
  });
  const running = new OpenLoad([{ url, status: 200 }], 200);
  const period = running.beginPeriod();
  running.start();
  await sleep(500);
  await running.stop();
  expect(period.errors).toBeGreaterThanOrEqual(Math.floor(asked / 10) * 2 - 5);
  expect(period.waits.count + period.errors).toBe(period.due);
  expect(period.firstError).toContain("closed");
});

it("requests go by turns, each with what it needs", async () => {
  const seen: string[] = [];
  const url = await serve((request, response) => {
    let body = "";
    request.on("data", (part: Buffer) => (body += part.toString()));
    request.on("end", () => {
      seen.push(`${request.method} ${request.url} ${body} ${request.headers["if-none-match"]}`);
      response.statusCode = request.method === "GET" ? 304 : 200;
      response.end(response.statusCode === 200 ? "ok" : undefined);
    });
  });
  const requests = [
    { url: `${url}/a?b=c`, method: "POST", body: "é", status: 200 },
    { url: `${url}/d`, headers: { "If-None-Match": '"e"' }, status: 304 },
  ];
  expect(await load(requests, 100)).toBeGreaterThan(1);
  const times = (what: string) => seen.filter((one) => one === what).length;
  expect([times("POST /a?b=c é undefined"), times('GET /d  "e"')]).toEqual([50, 50]);
});

it("a load of another status than is expected fails", async () => {
  const url = await serve(ok);
  await expect(load([{ url, status: 404 }], 10)).rejects.toThrow("HTTP/1.1 200");
});
