/**
 * Lets other requests run. A resolved promise is not enough: workerd checks its sockets only when idle, and the storage
 * of the self-hosted service responds without them. Clocks do not advance at the edge, so long work counts bytes or
 * rows to decide when to yield.
 * @throws the reason of the signal once it is aborted
 */
export async function yieldToOthers(signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}
