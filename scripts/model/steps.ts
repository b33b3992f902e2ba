import { startProgress } from "../../src/selfhost/progress.mjs";

/** Work of a known number of steps, which take about as long each; shown on stderr. */
export interface Steps {
  /** Tells what begins now; what was told before it is done. */
  next(what: string): void;
  end(): void;
}

/** Shows that work of so many steps began. */
export function startSteps(label: string, total: number): Steps {
  const progress = startProgress(label, { total });
  let begun = 0;
  return {
    next: (what) => {
      progress.update(begun, { label: `${label}: ${what}` });
      begun += 1;
    },
    end: () => progress.end(),
  };
}
