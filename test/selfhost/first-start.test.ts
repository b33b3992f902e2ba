import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { freePort } from "../support/node/free-port.ts";
import { startService, temporaryFolder } from "../support/node/service.ts";

const folder = temporaryFolder();
afterAll(() => folder.remove());

/** Asks again and again; answers every different answer that there was, in order. */
async function watch(url: string, isOver: () => boolean): Promise<string[]> {
  const seen: string[] = [];
  while (!isOver()) {
    const response = await fetch(url).catch(() => null);
    if (response !== null) {
      // A problem has its status as a number; the health has a word.
      const { code, status } = (await response.json()) as { code?: string; status?: string };
      const retry = response.headers.get("Retry-After") ?? "-";
      const answer = `${response.status} ${code ?? status ?? "list"} ${retry}`;
      if (seen.at(-1) !== answer) seen.push(answer);
    }
    await sleep(5);
  }
  return seen;
}

describe.each(["the first start", "a later start"])("%s", () => {
  it("answers that it is starting until it answers what was asked", async () => {
    const port = await freePort();
    const url = `http://127.0.0.1:${port}`;
    let isOver = false;
    const watched = Promise.all(
      ["/api/health", "/api/apt/groups?limit=1", "/api/layers", "/api/nothing"].map((path) =>
        watch(`${url}${path}`, () => isOver),
      ),
    );
    const service = await startService(folder.path, { PORT: String(port) });
    await sleep(100);
    isOver = true;
    const [health = [], groups = [], layers = [], nothing = []] = await watched;
    await service.stop();
    const allowed = [
      ["503 starting 2", "200 ok -"],
      ["503 starting 2", "200 list -"],
      ["503 starting 2", "200 list -"],
      ["503 starting 2", "404 not_found -"],
    ];
    const answers = [health, groups, layers, nothing];
    for (const [place, seen] of answers.entries()) {
      expect(allowed[place]?.slice(-seen.length)).toEqual(seen);
    }
  });
});
