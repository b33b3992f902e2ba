import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { consoleLog, withLogFields } from "../../../src/platform/lib/log.ts";
import { requestIdOf } from "../../../src/platform/http/common-headers.ts";

const lines: Record<string, unknown>[] = [];
beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, "error").mockImplementation((line: string) => {
    lines.push(JSON.parse(line) as Record<string, unknown>);
  });
});
afterEach(() => vi.restoreAllMocks());

it("every line has its time, level and event", () => {
  consoleLog("warn", "webhook.disabled", { host: "example.org" });
  expect(lines).toEqual([
    {
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: "warn",
      event: "webhook.disabled",
      host: "example.org",
    },
  ]);
});

it("lines name the work that they belong to, side by side and however deep", async () => {
  const work = async (id: string) => {
    consoleLog("info", "begun");
    await Promise.resolve();
    await withLogFields({ job_id: `job of ${id}` }, async () => {
      await new Promise(setImmediate);
      consoleLog("info", "inner");
    });
    consoleLog("info", "ended");
  };
  const ids = ["a", "b"];
  await Promise.all(ids.map((id) => withLogFields({ request_id: id }, () => work(id))));
  consoleLog("info", "after");
  for (const id of ids) {
    const own = lines.filter(({ request_id: of }) => of === id);
    expect(own.map(({ event, job_id }) => [event, job_id])).toEqual([
      ["begun", undefined],
      ["inner", `job of ${id}`],
      ["ended", undefined],
    ]);
  }
  expect(lines.at(-1)).not.toHaveProperty("request_id");
});

const TRACE = "0af7651916cd43dd8448eb211c80319c";
const PARENT = `00-${TRACE}-b7ad6b7169203331-01`;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4/;

it.each([
  ["X-Request-ID", { "X-Request-ID": "abc-1" }, "abc-1"],
  ["X-Request-ID before traceparent", { "X-Request-ID": "abc-1", traceparent: PARENT }, "abc-1"],
  ["traceparent", { traceparent: PARENT }, TRACE],
  ["traceparent if the other is malformed", { "X-Request-ID": "a b", traceparent: PARENT }, TRACE],
  ["traceparent of a later version", { traceparent: `cc-${PARENT.slice(3)}-more` }, TRACE],
])("a request takes its id from %s", (_, headers, id) => {
  expect(requestIdOf(new Headers(headers as Record<string, string>))).toBe(id);
});

it.each([
  "",
  "00-0af7651916cd43dd8448eb211c80319c",
  `00-${"0".repeat(32)}-b7ad6b7169203331-01`,
  `00-${TRACE}-${"0".repeat(16)}-01`,
  `ff-${PARENT.slice(3)}`,
  PARENT.toUpperCase(),
  `${PARENT}x`,
])("a malformed traceparent gives a new id: %s", (traceparent) => {
  expect(requestIdOf(new Headers({ traceparent }))).toMatch(UUID);
});
