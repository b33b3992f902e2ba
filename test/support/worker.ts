import worker from "../../src/worker.ts";

/**
 * The Worker as tests have it: a job is run by the test that queued it (`runJob`), not by the queue
 * at a time of its own, which may be that of another file.
 */
export default { ...worker, queue: async () => undefined } satisfies ExportedHandler<never>;
