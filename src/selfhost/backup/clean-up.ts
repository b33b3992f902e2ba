/**
 * Runs work, then `remove`. Also calls `remove` if a signal ends the program first.
 * @param remove may be called twice
 */
export async function withCleanUp<T>(remove: () => void, work: () => Promise<T>): Promise<T> {
  process.once("exit", remove);
  try {
    return await work();
  } finally {
    process.off("exit", remove);
    remove();
  }
}
