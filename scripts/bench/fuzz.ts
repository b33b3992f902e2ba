import { Fuzzer } from "../../test/support/node/fuzz/run-fuzz.ts";
import { count, seconds } from "./figures.ts";
import { withService } from "./measure.ts";
import { row, say } from "./report.ts";

const MUTANTS = 10_000;

/** Tests mutated files: `BENCH_FUZZ_SEED` selects others, `BENCH_FUZZ_FIRST` begins at a failed one. */
export async function benchFuzz(): Promise<void> {
  const seed = Number(process.env["BENCH_FUZZ_SEED"] ?? 1);
  const first = Number(process.env["BENCH_FUZZ_FIRST"] ?? 0);
  const wanted = Number(process.env["BENCH_FUZZ_COUNT"] ?? MUTANTS);
  await withService(
    async ({ url }) => {
      const start = performance.now();
      const { mutants, byKind, refused, failures } = await new Fuzzer(url, seed).run(wanted, first);
      const took = (performance.now() - start) / 1000;
      const kinds = Object.entries(byKind).map(([kind, n]) => `${kind} ${n}`);
      row(
        `mutated files of seed ${seed}`,
        [
          count(mutants, "files"),
          seconds(took),
          count(refused, "refused in one sentence"),
          count(failures.length, "promises broken", "less"),
        ],
        kinds.join(", "),
      );
      for (const failure of failures.slice(0, 20)) say(`  broken: ${failure}`);
      if (failures.length > 0) process.exitCode = 1;
    },
    { ALLOW_PRIVATE_SOURCES: "true" },
  );
}
