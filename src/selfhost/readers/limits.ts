import type { ReaderKind } from "../../readers/messages.ts";

/** Limits for one task. Beyond them its process is ended. */
export interface TaskLimits {
  /** Processor time. */
  cpuSeconds: number;
  /** Elapsed time, including time spent waiting for the consumer of the results. */
  wallSeconds: number;
  /** Resident memory in addition to that of the process and the input. */
  memoryMb: number;
}

const IMPORT: TaskLimits = { cpuSeconds: 120, wallSeconds: 1800, memoryMb: 768 };

/** The limits of each kind. Imports are written to the database during reading, which takes longer. */
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
  /** Tasks that run concurrently before others must wait. */
  places: number;
  /** Slow tasks in addition to these, which have a lower priority and take no place. */
  slowPlaces: number;
  /** A task that runs longer is slow. A caller that waits longer is served next. */
  longestWaitMs: number;
  /** An idle process is ended after this time. */
  restMs: number;
  /** V8's own heap limit in each process. */
  heapMb: number;
  /** The program of a process. Tests use one that misbehaves. */
  script: string;
}
