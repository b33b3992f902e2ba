import { createApp } from "./app.ts";
import { contextOf } from "./context.ts";
import type { Bindings } from "./bindings.ts";
import { sealQuietly } from "./audit/seal.ts";
import { runJob } from "./jobs/run-job.ts";
import { tick } from "./jobs/tick.ts";

const app = createApp();

export default {
  fetch: (request, env, execution) => app.fetch(request, env, execution),
  queue: async (batch, env) => {
    // The job row keeps account of attempts, so a message is done once it was looked at.
    for (const message of batch.messages) {
      await runJob(contextOf(env), message.body.job_id);
      await sealQuietly(contextOf(env));
    }
  },
  scheduled: async (controller, env) => await tick(contextOf(env), controller.cron),
} satisfies ExportedHandler<Bindings, { job_id: string }>;
