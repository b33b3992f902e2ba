import { Fuzzer } from "../../test/support/node/fuzz/run-fuzz.ts";
import { row, withService } from "./measure.ts";

const MUTANTS = 10_000;

/** Mutated files: `BENCH_FUZZ_SEED` chooses others, `BENCH_FUZZ_FIRST` begins at one that failed. */
export async function benchFuzz(): Promise<void> {
  const seed = Number(process.env["BENCH_FUZZ_SEED"] ?? 1);
  const first = Number(process.env["BENCH_FUZZ_FIRST"] ?? 0);
  const count = Number(process.env["BENCH_FUZZ_COUNT"] ?? MUTANTS);
  await withService(
    async ({ url }) => {
      const start = performance.now();
      const { mutants, byKind, refused, failures } = await new Fuzzer(url, seed).run(count, first);
      const seconds = (performance.now() - start) / 1000;
      row(`mutated files of seed ${seed}`, `${mutants} in ${seconds.toFixed(0)} s`);
      row(
        "  of each kind",
        Object.entries(byKind)
          .map(([kind, n]) => `${kind} ${n}`)
          .join(", "),
      );
      row("  refused in one sentence, as they may be", String(refused));
      row("  promises broken", String(failures.length));
      for (const failure of failures.slice(0, 20)) row("  broken", failure);
      if (failures.length > 0) process.exitCode = 1;
    },
    { ALLOW_PRIVATE_SOURCES: "true" },
  );
}
