/** A workerd that is watched. */
export interface Watched {
  /** Settles when it answers, or its connection ends. */
  ping: () => Promise<void>;
  kill: () => void;
}

const LOOK_MS = 10_000;
/** Three minutes. Under more requests than a busy machine can serve, workerd is silent for half a minute. */
const MOST_LOOKS = 18;

/**
 * Kills a workerd that has answered nothing for minutes, because one that hangs ends neither by itself nor when
 * asked to. Looks are counted instead of time: a program that was held up itself, or a machine that
 * slept, looks once and then sees the answer.
 * @returns ends the watch
 */
export function watchWorkerd({ ping, kill }: Watched): () => void {
  let isAsked = false;
  let silentLooks = 0;
  const look = () => {
    if (!isAsked) {
      isAsked = true;
      silentLooks = 0;
      ping()
        // A connection that ends is an answer too: workerd closed it, or it is being started again.
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
