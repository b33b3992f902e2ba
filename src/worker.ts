import { serveCached } from "./serve-cached.ts";
import { createApp } from "./app.ts";
import type { Bindings } from "./bindings.ts";
import { receiveMail } from "./exchange/capture/receive-mail.ts";
import { servicesOf } from "./services.ts";
import { serveBookmarked } from "./platform/d1/bookmarks.ts";
import { type QueueMessage, receiveMessages } from "./platform/jobs/receive-messages.ts";
import { collectAfter } from "./platform/lib/garbage.ts";
import { withLogFields } from "./platform/lib/log.ts";
import { countUnderWay, countWork } from "./platform/lib/under-way.ts";
import { tick } from "./background.ts";

const app = createApp();
const countCall = collectAfter(2000);

/**
 * Reports the number of running tasks without a request to the background process's entry point.
 * @public
 */
export const underWay = { fetch: () => Response.json(countUnderWay()) };

export default {
  fetch: async (request, env, execution) => {
    countCall();
    countWork(execution);
    const serve = async () =>
      (await serveCached(request, env)) ?? (await app.fetch(request, env, execution));
    // Only the edge has replicas.
    if (env.READERS !== undefined) return await serve();
    return await serveBookmarked(request, env.WORKSPACE_DB, serve);
  },
  queue: async (batch, env) => await receiveMessages(servicesOf(env), batch.messages),
  email: async (mail, env) => await receiveMail(servicesOf(env), mail),
  scheduled: async (controller, env) => {
    const services = servicesOf(env);
    const { cron, scheduledTime } = controller;
    await withLogFields({ cron }, () => tick(services, cron, scheduledTime));
    // If the start itself failed, the next tick has finished it.
    services.readiness.markStarted();
  },
} satisfies ExportedHandler<Bindings, QueueMessage>;
