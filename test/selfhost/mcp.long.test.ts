import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { residentMemory } from "../../scripts/bench/measure.ts";
import { type Edge, HEAP, startEdge } from "../support/node/edge.ts";
import { preparedFolder, type RunningService, startService } from "../support/node/service.ts";

const CALLS = 10_000;
const AT_ONCE = 4;
const PASSAGE = "The loader ran an encoded PowerShell command.";

/** What assistants call most, and what is refused. */
const MESSAGES: [method: string, params: Record<string, unknown>][] = [
  ["tools/call", { name: "verify_claim", arguments: { passage: PASSAGE, attack_id: "T1059.001" } }],
  ["tools/call", { name: "search_techniques", arguments: { search: "PowerShell" } }],
  ["tools/call", { name: "list_sessions", arguments: {} }],
  ["tools/call", { name: "validate_rule", arguments: { language: "kql", content: "T | take 1" } }],
  ["tools/call", { name: "read_session", arguments: { session_id: "nothing" } }],
  ["tools/call", { name: "no_such_tool", arguments: {} }],
  ["tools/list", {}],
  ["resources/list", {}],
  [
    "initialize",
    { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "t", version: "1" } },
  ],
];

async function call(url: string, at: number): Promise<void> {
  const [method, params] = MESSAGES[at % MESSAGES.length] ?? ["ping", {}];
  const response = await fetch(`${url}/mcp`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Accept: "application/json, text/event-stream",
      "MCP-Protocol-Version": "2025-11-25",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: at, method, params }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`${method}: ${response.status} ${text}`);
}

/** Makes as many calls, some at once. */
async function callMany(url: string, count: number): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) {
      next += 1;
      await call(url, next);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}

/** Makes all calls in ten parts; returns what was measured of each, in MiB. */
async function inTenths(measure: (task: () => Promise<void>) => Promise<number>, url: string) {
  const measured: number[] = [];
  for (let tenth = 0; tenth < 10; tenth += 1) {
    measured.push(Math.round(await measure(() => callMany(url, CALLS / 10))));
  }
  console.log(`MiB after each ${CALLS / 10} calls: ${measured.join(", ")}`);
  return measured;
}

describe(`${CALLS} calls of the MCP server`, () => {
  describe("self-hosted", () => {
    const folder = preparedFolder();
    let service: RunningService;
    beforeAll(async () => {
      service = await startService(folder.path);
    });
    afterAll(async () => {
      await service.stop();
      folder.remove();
    });

    // The runtime collects garbage late where memory is plenty, so that what is resident rises first.
    it("let the resident memory level off", async () => {
      const measure = async (task: () => Promise<void>) => {
        await task();
        return residentMemory(service);
      };
      const resident = await inTenths(measure, service.url);
      const growth = (from: number, to: number) => (resident[to] ?? 0) - (resident[from] ?? 0);
      expect(growth(4, 9)).toBeLessThan(Math.max(growth(0, 4), 40));
    });
  });

  describe("under the platform's limits", () => {
    let edge: Edge;
    beforeAll(async () => {
      edge = await startEdge(HEAP.usual);
    });
    afterAll(() => edge.close());

    it("leave the isolate's memory level", async () => {
      const measure = async (task: () => Promise<void>) => {
        const { failure, isolateMib } = await edge.measure(task);
        expect(failure).toBeNull();
        return isolateMib;
      };
      const held = await inTenths(measure, edge.url);
      expect(Math.max(...held.slice(5))).toBeLessThan(Math.max(...held.slice(0, 5)) + 8);
    });
  });
});
