import { setTimeout as sleep } from "node:timers/promises";

const MIB = 2 ** 20;

/** Part of the answer of `Runtime.getHeapUsage` in the inspector's protocol. */
interface HeapUsage {
  usedSize: number;
  backingStorageSize: number;
}

/** What an isolate holds, in MiB: its heap and its array buffers, garbage included. */
export interface IsolateMemory {
  now(): Promise<number>;
  /** The most that is seen while a task runs; the isolate answers whenever it awaits something. */
  mostDuring(
    task: () => Promise<void> | undefined,
  ): Promise<{ failure: Error | null; most: number }>;
  close(): void;
}

/** Watches the isolate of the Worker through the runtime's inspector. */
export async function watchIsolate(inspector: URL): Promise<IsolateMemory> {
  const socket = new WebSocket(`ws://${inspector.host}/core:user:`);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  const now = async () => {
    const { usedSize, backingStorageSize } = await heapUsage(socket);
    return (usedSize + backingStorageSize) / MIB;
  };
  return {
    now,
    mostDuring: async (task) => {
      let most = 0;
      const watch = { ended: false };
      const watching = (async () => {
        while (!watch.ended) {
          most = Math.max(most, await now());
          await sleep(1);
        }
      })();
      let failure: Error | null = null;
      try {
        await task();
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error));
      }
      watch.ended = true;
      await watching;
      return { failure, most };
    },
    close: () => socket.close(),
  };
}

let asked = 0;

async function heapUsage(socket: WebSocket): Promise<HeapUsage> {
  asked += 1;
  const id = asked;
  return await new Promise((resolve) => {
    const answer = ({ data }: MessageEvent) => {
      const message = JSON.parse(String(data)) as { id: number; result: HeapUsage };
      if (message.id !== id) return;
      socket.removeEventListener("message", answer);
      resolve(message.result);
    };
    socket.addEventListener("message", answer);
    socket.send(JSON.stringify({ id, method: "Runtime.getHeapUsage" }));
  });
}
