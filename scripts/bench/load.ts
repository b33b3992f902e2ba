import { Connection, type LoadRequest, writeMessage } from "./connection.ts";

const CONNECTIONS = 16;

/**
 * Sends these requests in turn over 16 persistent connections, one at a time on each. Returns the requests per
 * second.
 * @throws Error for a response with another status
 */
export async function load(requests: readonly LoadRequest[], total: number): Promise<number> {
  const messages = requests.map(writeMessage);
  const url = messages[0]?.url ?? "";
  let sent = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      await new Promise<void>((resolve, reject) => {
        const free = (connection: Connection) => {
          const message = messages[sent % messages.length];
          if (sent >= total || message === undefined) {
            connection.close();
            return resolve();
          }
          sent += 1;
          connection.send(message);
        };
        return new Connection(url, { free, failed: (_connection, error) => reject(error) });
      });
    }),
  );
  return total / ((performance.now() - start) / 1000);
}

const FIRST_GUESS = 300;

/** Returns the requests per second, measured over about this many seconds. */
export async function measureRate(requests: readonly LoadRequest[], seconds = 1): Promise<number> {
  const guess = await load(requests, FIRST_GUESS);
  return await load(requests, Math.max(FIRST_GUESS, Math.round(guess * seconds)));
}
