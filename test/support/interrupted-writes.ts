/** What a database of the runtime is made of, here and on Cloudflare. */
interface Wire {
  fetcher: Fetcher;
  constructor: new (fetcher: Pick<Fetcher, "fetch">) => D1Database;
}

/**
 * The same database, in which something happens right before the first batch with an entry of the audit
 * trail is written: what a colleague does between the read and the write of a request.
 */
export function beforeFirstWrite(
  database: D1Database,
  happen: (database: D1Database) => Promise<unknown>,
): D1Database {
  const { fetcher, constructor: Database } = database as unknown as Wire;
  let isDone = false;
  return new Database({
    fetch: async (input, init) => {
      const request = new Request(input, init);
      const isWrite = !isDone && (await request.clone().text()).includes('insert into \\"audit\\"');
      if (isWrite) {
        isDone = true;
        await happen(database);
      }
      return await fetcher.fetch(request);
    },
  });
}
