/** The watched workerd. */
export interface Watched {
  /** Settles on a response, or when its connection ends. */
  ping: () => Promise<void>;
  kill: () => void;
}

const LOOK_MS = 10_000;
/** Three minutes. With more requests than a busy machine can serve, workerd is silent for half a minute. */
const MOST_LOOKS = 18;

/**
 * Kills a workerd that has not responded for minutes, because one that hangs neither ends by itself nor on
 * request. Counts checks instead of time: a program that was suspended, or a machine that slept, checks once
 * and then sees the response.
 * @returns a function that ends the watch
 */
export function watchWorkerd({ ping, kill }: Watched): () => void {
  let isAsked = false;
  let silentLooks = 0;
  const look = () => {
    if (!isAsked) {
      isAsked = true;
      silentLooks = 0;
      ping()
        // A closed connection is a response too: workerd closed it, or it is being restarted.
        .catch(() => undefined)
        .finally(() => (isAsked = false));
      return;
    }
    silentLooks += 1;
    if (silentLooks < MOST_LOOKS) return;
    silentLooks = 0;
    console.error("workerd has not answered for three minutes and is killed.");
    kill();
  };
  const timer = setInterval(look, LOOK_MS);
  return () => clearInterval(timer);
}
