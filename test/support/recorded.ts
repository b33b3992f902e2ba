import { readFileSync } from "node:fs";
import { join } from "node:path";

/** An exchange with a real runtime, as `test/support/recorded/` has it. */
export interface Recording {
  /** The runtime and its version. */
  from: string;
  request: { method: string; path: string; body?: Record<string, unknown> };
  status: number;
  headers: Record<string, string>;
  body: string;
}

const FOLDER = join(import.meta.dirname, "recorded");

/** Reads a recording by the name of its file. */
export function readRecording(name: string): Recording {
  return JSON.parse(readFileSync(join(FOLDER, `${name}.json`), "utf8")) as Recording;
}

export interface Replay {
  network: typeof fetch;
  /** The bodies of what was asked of a path. */
  askedOf: (path: string) => Record<string, unknown>[];
}

/**
 * Answers requests with recordings of their paths, one after the other; the last one of a path answers all that
 * follow. Other paths answer 404.
 */
export function replay(...names: string[]): Replay {
  const recordings = names.map(readRecording);
  const asked: { path: string; body: Record<string, unknown> }[] = [];
  const network: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const path = new URL(request.url).pathname;
    const raw = await request.text();
    const at = asked.filter((one) => one.path === path).length;
    asked.push({ path, body: raw === "" ? {} : (JSON.parse(raw) as Record<string, unknown>) });
    const of = recordings.filter((recording) => recording.request.path === path);
    const found = of[Math.min(at, of.length - 1)];
    if (found === undefined) return new Response("404 page not found", { status: 404 });
    return new Response(found.body, { status: found.status, headers: found.headers });
  };
  const askedOf = (path: string) =>
    asked.filter((one) => one.path === path).map(({ body }) => body);
  return { network, askedOf };
}
