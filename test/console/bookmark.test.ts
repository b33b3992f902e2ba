import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { dropBookmark, fetchSeen } from "../../src/console/api/bookmark.ts";

const HEADER = "X-D1-Bookmark";
const sent: (string | null)[] = [];
const waiting: ((bookmark: string | null) => void)[] = [];

/** Reads, and answers when it is told to, with a bookmark or none. */
function read(): (bookmark: string | null) => Promise<Response> {
  const response = fetchSeen(new Request("http://localhost/api/layers"));
  const answer = waiting.pop();
  return async (bookmark) => {
    answer?.(bookmark);
    return await response;
  };
}

/** What the next request sends. */
async function nextSent(): Promise<string | null | undefined> {
  await read()(null);
  return sent.at(-1);
}

beforeEach(() => {
  sent.length = 0;
  dropBookmark();
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(request.headers.get(HEADER));
    const bookmark = await new Promise<string | null>((answer) => waiting.push(answer));
    return new Response(null, { headers: bookmark === null ? {} : { [HEADER]: bookmark } });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("a page", () => {
  it("begins with the newest state and goes on from what it has seen", async () => {
    expect(await nextSent()).toBe("first-primary");
    await read()("0002");
    expect(await nextSent()).toBe("0002");
  });

  it("keeps a newer bookmark when an older answer comes late", async () => {
    const slow = read();
    await read()("0005");
    await slow("0003");
    expect(await nextSent()).toBe("0005");
  });

  it("reads the newest state after news without a bookmark, whatever comes late", async () => {
    await read()("0005");
    const slow = read();
    dropBookmark();
    await slow("0006");
    expect(await nextSent()).toBe("first-primary");
  });
});
