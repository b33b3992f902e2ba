import { Miniflare } from "miniflare";
import { median } from "./figures.ts";
import { RUNS, time } from "./measure.ts";

/** The same work without our code, in the same runtime: parsing the whole file in one step. */
const NATIVE = `let bytes;
export default { async fetch(request, env) {
  const path = new URL(request.url).pathname;
  if (path === "/load") {
    bytes = await request.arrayBuffer();
    await env.FILES.put("bundle", bytes);
    return new Response();
  }
  const value = path === "/parse"
    ? JSON.parse(new TextDecoder().decode(bytes))
    : await (await env.FILES.get("bundle")).json();
  return new Response(String(value.objects.length));
} }`;

/**
 * Returns medians in milliseconds of native parsing in workerd: from memory, and from object storage as at the
 * start of an ingest.
 */
export async function timeNative(plain: Uint8Array): Promise<{ parse: number; read: number }> {
  const worker = new Miniflare({
    modules: true,
    compatibilityDate: "2026-07-30",
    r2Buckets: ["FILES"],
    script: NATIVE,
  });
  const ask = async (path: string, body?: Uint8Array) =>
    await (
      await worker.dispatchFetch(`http://bench${path}`, {
        method: "POST",
        body: body ?? null,
      })
    ).text();
  await ask("/load", plain);
  const parse: number[] = [];
  const read: number[] = [];
  for (let run = 0; run < RUNS; run += 1) {
    parse.push(await time(() => ask("/parse")));
    read.push(await time(() => ask("/read")));
  }
  await worker.dispose();
  return { parse: median(parse), read: median(read) };
}
