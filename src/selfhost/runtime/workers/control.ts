/**
 * Requests of the Node program to workerd, over a Unix socket that only its user may open: a ping, a cron,
 * statements (for migrations), and a short hold of the databases.
 */
interface Env {
  WORKER: {
    scheduled(event: { cron: string; scheduledTime: Date }): Promise<{ outcome: string }>;
  };
  KNOWLEDGE_DB: D1Database;
  WORKSPACE_DB: D1Database;
  DATABASES: DurableObjectNamespace;
}

interface StatementList {
  database: "KNOWLEDGE_DB" | "WORKSPACE_DB";
  statements: { sql: string; values: unknown[] }[];
}

export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const url = new URL(request.url);
    if (request.method !== "POST") return new Response(null, { status: 405 });
    if (url.pathname === "/ping") return new Response("ok");
    if (url.pathname === "/scheduled") {
      const cron = url.searchParams.get("cron") ?? "";
      const scheduledTime = new Date(Number(url.searchParams.get("time")));
      const { outcome } = await env.WORKER.scheduled({ cron, scheduledTime });
      return new Response(outcome);
    }
    if (url.pathname.startsWith("/gate/")) return await moveGates(env, url.pathname + url.search);
    if (url.pathname === "/batch") return await runBatch(env, await request.json());
    return new Response(null, { status: 404 });
  },
};

/** Holds or releases both databases. Returns `ok` if both succeeded, else `busy`. */
async function moveGates(env: Env, path: string): Promise<Response> {
  const { DATABASES: databases } = env;
  const answers = await Promise.all(
    ["workspace", "knowledge"].map(async (name) => {
      const database = databases.get(databases.idFromName(name));
      return await database.fetch(`http://database${path}`);
    }),
  );
  return new Response(answers.every(({ ok }) => ok) ? "ok" : "busy");
}

/** Runs statements in one transaction, and returns the rows of each. */
async function runBatch(env: Env, { database, statements }: StatementList): Promise<Response> {
  const db = env[database];
  try {
    const prepared = statements.map(({ sql, values }) => db.prepare(sql).bind(...values));
    const results = await db.batch(prepared);
    return Response.json(results.map((result) => result.results));
  } catch (error) {
    return new Response(error instanceof Error ? error.message : String(error), { status: 500 });
  }
}
