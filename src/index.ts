import { createApp } from "./app.ts";
import { contextOf } from "./context.ts";
import type { Bindings } from "./bindings.ts";
import { type QueueMessage, receiveMessages } from "./jobs/queue.ts";
import { tick } from "./jobs/tick.ts";

const app = createApp();

export default {
  fetch: (request, env, execution) => app.fetch(request, env, execution),
  queue: async (batch, env) => await receiveMessages(contextOf(env), batch.messages),
  scheduled: async (controller, env) => await tick(contextOf(env), controller.cron),
} satisfies ExportedHandler<Bindings, QueueMessage>;
