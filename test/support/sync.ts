import { readSyncStatus } from "../../src/knowledge/sync/read-sync-status.ts";
import { readSyncTask } from "../../src/knowledge/sync/read-sync-task.ts";
import { type SyncRequest, triggerSync } from "../../src/knowledge/sync/trigger-sync.ts";
import { runJob } from "../../src/platform/jobs/run-job.ts";
import type { Services } from "../../src/services.ts";
import { smallBundle, smallObjects } from "./bundles.ts";
import { testServices } from "./service.ts";
import type { OfferedBundle, StandInUpstream } from "./upstream.ts";

/** The JSON of a value, in bytes. */
export const encode = (value: unknown) =>
  new Uint8Array(new TextEncoder().encode(JSON.stringify(value)));

/** A small release as upstream offers it. */
export function offer(domain: string, version: string): OfferedBundle {
  const bytes = encode(smallBundle(version, "2.1", smallObjects(), domain));
  return { domain, version, bytes: () => bytes };
}

/** Services whose upstream is a stand-in, and whose clock goes on only when it is told to. */
export class SyncBench {
  readonly services: Services;
  /** Seconds that were waited for. */
  readonly waits: number[] = [];
  #now = Date.parse("2026-01-31T12:00:00Z");

  constructor(upstream: Pick<StandInUpstream, "fetch">) {
    const { settings } = testServices();
    this.services = testServices({
      network: { public: upstream.fetch, operator: upstream.fetch },
      // The least that is still told as a second.
      settings: { ...settings, UPSTREAM_TIMEOUT_MS: 500 },
      now: (seconds = 0) => new Date(this.#now + seconds * 1000).toISOString(),
      sleep: async (seconds) => {
        this.waits.push(seconds);
        this.passTime(seconds);
      },
    });
  }

  passTime(seconds: number): void {
    this.#now += seconds * 1000;
  }

  /** Triggers a sync and runs its job to the end, however many runs it takes; answers the task. */
  async sync(request: SyncRequest = {}) {
    const { task_id: id } = await triggerSync(this.services, "local", request);
    return await this.finish(id);
  }

  async finish(id: string) {
    for (let runs = 0; runs < 10; runs += 1) {
      await runJob(this.services, id);
      const task = await readSyncTask(this.services, id);
      if (task.status !== "queued" && task.status !== "running") return task;
      this.passTime(60);
    }
    return await readSyncTask(this.services, id);
  }

  /** The status, which believes an answer of the last five seconds. */
  async status() {
    this.passTime(6);
    return await readSyncStatus(this.services);
  }
}
