import type { ExtractionTask } from "../../src/selfhost/extractor/extraction-message.ts";

/** Does what the name of the file says; anything else is answered with the id of the process. */
const MISBEHAVIOUR: Readonly<Record<string, () => void>> = {
  loop() {
    for (;;);
  },
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
  exit() {
    process.exit(3);
  },
};

process.on("disconnect", () => process.exit());
process.on("message", ({ file }: ExtractionTask) => {
  MISBEHAVIOUR[file.filename]?.();
  const document = { media_type: "text/plain", text: String(process.pid), pages: null };
  setTimeout(() => process.send?.({ document }), file.filename === "slow" ? 200 : 0);
});
