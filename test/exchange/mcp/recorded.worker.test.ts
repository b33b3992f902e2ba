import { beforeAll, describe, expect, it } from "vitest";
import type { Recorded } from "../../../scripts/judges/mcp/recorder.ts";
import { loadSeed } from "../../../src/knowledge/attack/load-seed.ts";
import { PRODUCT } from "../../../src/platform/lib/product.ts";
import { postMcp, readMessages, type Reply } from "../../support/mcp.ts";
import ofInspector from "../../support/recorded/mcp/inspector.json";
import ofFirstSdk from "../../support/recorded/mcp/first-sdk.json";
import { testServices } from "../../support/service.ts";

beforeAll(async () => await loadSeed(testServices(), async () => undefined));

const ID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g;

/** Of a list of tools, the names, as recordings have it. */
function shorten(reply: Reply): Reply {
  const tools = reply.result?.["tools"] as { name: string }[] | undefined;
  if (tools === undefined) return reply;
  return { ...reply, result: { ...reply.result, tools: tools.map(({ name }) => ({ name })) } };
}

/** What a later version than that of the recording says of itself. */
function withVersion(key: string, value: unknown): unknown {
  return key === "serverInfo" ? { ...(value as object), version: PRODUCT.version } : value;
}

describe.each([
  ["the Inspector", ofInspector],
  ["the client of the first SDK", ofFirstSdk],
])("%s", (_who, recording) => {
  it("is answered as when it was recorded", async () => {
    const newIds = new Map<string, string>();
    const renew = (text: string) => text.replace(ID, (id) => newIds.get(id) ?? id);
    for (const { headers, body, status, answer } of recording as Recorded[]) {
      const response = await postMcp(renew(JSON.stringify(body)), { headers });
      expect([body, response.status]).toEqual([body, status]);
      if (answer === null) continue;
      const reply = shorten((await readMessages(response)).at(-1) ?? {});
      // Sessions get new ids, which later requests of the recording then mean.
      const ids = JSON.stringify(reply).match(ID) ?? [];
      const known = JSON.stringify(answer).match(ID) ?? [];
      known.forEach((id, at) => newIds.set(id, ids[at] ?? id));
      expect(reply).toEqual(JSON.parse(renew(JSON.stringify(answer)), withVersion));
    }
  });
});
