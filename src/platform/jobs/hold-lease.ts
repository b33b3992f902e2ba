import type { Runtime } from "../lib/runtime.ts";
import type { JobRun } from "./job-definition.ts";

/** How often to renew a lease, and the progress stored with it. */
export interface LeaseOptions {
  /** Well below the 60 seconds of a lease. */
  everySeconds: number;
  progress: () => Record<string, unknown>;
}

/**
 * Renews a job's lease until slow work has ended, and returns its result.
 * @throws what the work throws, or what `report` throws as soon as the lease is lost
 */
export async function holdLease<T>(
  deps: Pick<Runtime, "sleep">,
  run: Pick<JobRun, "report">,
  work: Promise<T>,
  { everySeconds, progress }: LeaseOptions,
): Promise<T> {
  const ended = work.then(
    () => true,
    () => true,
  );
  for (;;) {
    const waited = deps.sleep(everySeconds).then(() => false);
    if (await Promise.race([ended, waited])) return await work;
    await run.report(progress());
  }
}
