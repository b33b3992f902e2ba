import { expect } from "vitest";
import { preparedFolder, startService } from "../service.ts";
import { Fuzzer } from "./run-fuzz.ts";

/** Expects that a service keeps its promises to so many mutated files. */
export async function checkPromises(seed: number, count: number): Promise<void> {
  const folder = preparedFolder();
  const service = await startService(folder.path, { ALLOW_PRIVATE_SOURCES: "true" });
  try {
    const { mutants, failures } = await new Fuzzer(service.url, seed).run(count);
    expect(failures).toEqual([]);
    expect(mutants).toBe(count);
  } finally {
    await service.stop();
    folder.remove();
  }
}
