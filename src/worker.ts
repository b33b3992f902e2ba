import { createApp } from "./app.ts";
import type { Bindings } from "./bindings.ts";
import { contextOf } from "./services.ts";
import { type QueueMessage, receiveMessages } from "./platform/jobs/queue.ts";
import { tick } from "./background.ts";

const app = createApp();

export default {
  fetch: (request, env, execution) => app.fetch(request, env, execution),
  queue: async (batch, env) => await receiveMessages(contextOf(env), batch.messages),
  scheduled: async (controller, env) => {
    const context = contextOf(env);
    await tick(context, controller.cron);
    // Should the start itself have failed, the next tick has done what it left.
    context.readiness.markStarted();
  },
} satisfies ExportedHandler<Bindings, QueueMessage>;
