import type { LoadRequest } from "../bench/connection.ts";
import { listReads } from "../bench/read-mix.ts";

/** One in this many requests is a write. */
const READS_PER_WRITE = 4;
const LAYERS = 20;

/** Returns the requests of a working day: four of five read, and one saves a layer. */
export async function listMixed(url: string): Promise<LoadRequest[]> {
  const reads = (await listReads(url))
    .filter(({ status = 200 }) => status === 200)
    .map(({ path, request }) => ({ url: `${url}${path}`, status: 200, ...request }));
  const writes = await Promise.all(
    Array.from({ length: LAYERS }, async (_, n) => await saveLayer(url, n)),
  );
  return writes.flatMap((write, n) => [
    ...Array.from({ length: READS_PER_WRITE }, (_, k) => {
      return reads[(n * READS_PER_WRITE + k) % reads.length] ?? write;
    }),
    write,
  ]);
}

/** Creates a layer. Returns the request that saves it again. */
async function saveLayer(url: string, n: number): Promise<LoadRequest> {
  const body = JSON.stringify({ name: `Layer ${n}`, technique_ids: ["T1059", "T1003"] });
  const made = await fetch(`${url}/api/layers`, { method: "POST", body });
  const { layer_id: id } = (await made.json()) as { layer_id: string };
  return { url: `${url}/api/layers/${id}`, method: "PUT", body, status: 200 };
}
