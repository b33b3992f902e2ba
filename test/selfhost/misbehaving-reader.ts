import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { ReaderParams } from "../../src/readers/messages.ts";
import type { ListenMessage } from "../../src/selfhost/readers/reader-process.ts";

/** Uses the processor for so many seconds and lets nobody else in. */
function compute(seconds: number): void {
  const until = performance.now() + seconds * 1000;
  while (performance.now() < until);
}

/** Does what the name of the file says; anything else is answered with the id of the process. */
const MISBEHAVIOUR: Readonly<Record<string, () => unknown>> = {
  loop: () => compute(1_000),
  busy: () => compute(30),
  slow: () => sleep(200),
  heap() {
    const kept: string[][] = [];
    for (;;) kept.push(Array.from({ length: 1000 }, (_, i) => `${kept.length}/${i}`));
  },
  buffers() {
    const kept: Uint8Array[] = [];
    const until = Date.now() + 10_000;
    while (Date.now() < until) {
      if (kept.length < 40) kept.push(new Uint8Array(10 * 1024 * 1024).fill(1));
    }
  },
  exit: () => process.exit(3),
  hang: () => sleep(1_000_000),
};

process.on("disconnect", () => process.exit());
process.once("message", ({ socketPath }: ListenMessage) => {
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk: Buffer) => (text += chunk.toString()));
    request.on("end", () => {
      const { filename } = JSON.parse(text.split("\n")[0] ?? "") as Partial<
        ReaderParams["document"]
      >;
      // Half of an answer is there before it goes wrong.
      response.write('{"values":["half"]}\n{"val');
      setTimeout(() => {
        const done = Promise.resolve(MISBEHAVIOUR[filename ?? ""]?.());
        void done.then(() => response.end(`ues":["${process.pid}"]}\n{"end":true}\n`));
      }, 20);
    });
  });
  server.listen(socketPath, () => process.send?.("ready"));
});
