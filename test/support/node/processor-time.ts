/**
 * Milliseconds of processor time that this thread has taken so far: what a test compares where it
 * holds that work stays linear, since a busy machine changes it little.
 */
export function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
