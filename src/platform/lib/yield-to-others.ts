/**
 * Lets others be served in between. A promise alone does not: workerd looks at its sockets when there
 * is nothing else to do, and the storage of the self-hosted service answers without that. Clocks stand
 * still at the edge, so whoever works long counts bytes or rows to know when it is time.
 * @throws the reason of the signal once it is aborted
 */
export async function yieldToOthers(signal?: AbortSignal): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 0));
  signal?.throwIfAborted();
}
