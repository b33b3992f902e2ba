/**
 * `npm run kernel` compiles the encoder's kernel, `kernel.wat`, to the module that the program holds. Needed when the
 * kernel changes; a test compares both.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import openWabt from "wabt";

const FOLDER = join(import.meta.dirname, "../src/reading/analyser/model/encoder");

/** The text of `kernel-module.ts` for a kernel in WebAssembly's text format. */
export async function kernelModule(wat: string): Promise<string> {
  const wabt = await openWabt();
  const parsed = wabt.parseWat("kernel.wat", wat, { simd: true });
  const { buffer } = parsed.toBinary({});
  parsed.destroy();
  const lines: string[] =
    Buffer.from(buffer)
      .toString("base64")
      .match(/.{1,90}/g) ?? [];
  return [
    "/** `kernel.wat`, compiled by scripts/build-kernel.ts, in base64. */",
    "export const KERNEL =",
    `${lines.map((line) => `  "${line}"`).join(" +\n")};`,
    "",
  ].join("\n");
}

if (import.meta.main) {
  const wat = readFileSync(join(FOLDER, "kernel.wat"), "utf8");
  writeFileSync(join(FOLDER, "kernel-module.ts"), await kernelModule(wat));
}
