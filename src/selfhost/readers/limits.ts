import type { ReaderKind } from "../../readers/messages.ts";

/** What one task may cost before its process is ended. */
export interface TaskLimits {
  /** Processor time. */
  cpuSeconds: number;
  /** Time on the clock, waiting for whoever takes the results included. */
  wallSeconds: number;
  /** Resident memory beyond what the process and the bytes to be read take. */
  memoryMb: number;
}

const IMPORT: TaskLimits = { cpuSeconds: 120, wallSeconds: 1800, memoryMb: 768 };

/** What each kind may cost. Imports are written to the database while they are read, which takes longer. */
export const TASK_LIMITS: Readonly<Record<ReaderKind, TaskLimits>> = {
  document: { cpuSeconds: 20, wallSeconds: 120, memoryMb: 768 },
  html: { cpuSeconds: 10, wallSeconds: 60, memoryMb: 512 },
  mail: { cpuSeconds: 30, wallSeconds: 120, memoryMb: 768 },
  feed: { cpuSeconds: 20, wallSeconds: 120, memoryMb: 512 },
  "feed-links": { cpuSeconds: 10, wallSeconds: 60, memoryMb: 512 },
  navigator: { cpuSeconds: 10, wallSeconds: 60, memoryMb: 512 },
  stix: IMPORT,
  "sharing-events": IMPORT,
  "ml-matrix": IMPORT,
};

/** How tasks share the machine. */
export interface PoolOptions {
  /** Tasks that run side by side before others must wait. */
  places: number;
  /** Slow tasks beside them, which have a lower priority and hold no place. */
  slowPlaces: number;
  /** A task that has run for so long is slow; a caller that waits for so long is served next. */
  longestWaitMs: number;
  /** A process that reads nothing for so long is ended. */
  restMs: number;
  /** V8's own limit in each process. */
  heapMb: number;
  /** The program of a process; tests have one that misbehaves. */
  script: string;
}
