import { createApp } from "./app.ts";
import { contextOf } from "./context.ts";
import type { Bindings } from "./bindings.ts";
import { START_CRON } from "./jobs/crons.ts";
import { runJob } from "./jobs/run-job.ts";
import { tick } from "./jobs/tick.ts";

const app = createApp();

export default {
  fetch: (request, env, execution) => app.fetch(request, env, execution),
  queue: async (batch, env) => {
    // The job row keeps account of attempts, so a message is done once it was looked at.
    for (const message of batch.messages) await runJob(contextOf(env), message.body.job_id);
  },
  scheduled: async (controller, env) => {
    const context = contextOf(env);
    await tick(context, controller.cron);
    if (controller.cron === START_CRON) context.readiness.markStarted();
  },
} satisfies ExportedHandler<Bindings, { job_id: string }>;
