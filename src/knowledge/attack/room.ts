import { z } from "zod";
import type { Room } from "../../platform/room.ts";
import type { AttackDeps } from "./deps.ts";
import { enqueueSeed, isSeedNeeded, loadSeed } from "./load-seed.ts";
import { measureReleases } from "./measure-releases.ts";
import { removeOldReleases } from "./remove-old-releases.ts";
import { removeReleaseJob } from "./remove-release-job.ts";
import { mountAttack } from "./routes.ts";

/** The releases of the knowledge base: browsing, comparison and removal. */
export const attackRoom: Room<AttackDeps> = {
  routes: mountAttack,
  measure: measureReleases,
  jobs: {
    load_seed: {
      payload: z.object({}),
      run: async (deps, run) => {
        await loadSeed(deps, (done, total) => run.report({ done, total }));
        return { progress: run.job.progress, act: null };
      },
    },
    remove_release: removeReleaseJob,
  },
  housekeeping: async (deps, { startedAt }) => {
    await removeOldReleases(deps, startedAt);
    if (await isSeedNeeded(deps)) await enqueueSeed(deps);
  },
};
