/** What a database of the runtime is made of, here and on Cloudflare. */
interface Wire {
  fetcher: Fetcher;
  constructor: new (fetcher: Pick<Fetcher, "fetch">) => D1Database;
}

/** A statement as it is sent. */
export interface Query {
  sql: string;
  params: unknown[];
}

interface Answer {
  meta?: { rows_read?: number; rows_written?: number };
}

/**
 * The same database, which tells of what it was sent: the statements, and the rows that they read and wrote.
 * Counted where it leaves the Worker, so that nothing is missed: `first` and `raw` tell of no rows.
 */
export function countQueries(
  database: D1Database,
  tell: (
    statements: number,
    rowsRead: number,
    rowsWritten: number,
    queries: readonly Query[],
  ) => void,
): D1Database {
  const { fetcher, constructor: Database } = database as unknown as Wire;
  return new Database({
    fetch: async (input, init) => {
      const response = await fetcher.fetch(input, init);
      // One statement is answered by itself, those of a batch as a list.
      const answers = [await response.clone().json<Answer | Answer[]>()].flat();
      const sum = (key: "rows_read" | "rows_written") =>
        answers.reduce((total, { meta }) => total + (meta?.[key] ?? 0), 0);
      const queries = [JSON.parse(init?.body as string) as Query | Query[]].flat();
      tell(answers.length, sum("rows_read"), sum("rows_written"), queries);
      return response;
    },
  });
}
