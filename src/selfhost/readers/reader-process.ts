import { type ChildProcess, fork } from "node:child_process";
import { rmSync } from "node:fs";
import { constants, setPriority } from "node:os";

import { EAGER_EXPRESSIONS } from "../runtime/v8-flags.ts";

/** The message to a process at its start. */
export interface ListenMessage {
  socketPath: string;
  /** What to read before it is requested. */
  ahead: ReadAhead | null;
}

/** A document that will most likely be requested, and the first line of its request. */
export interface ReadAhead {
  path: string;
  head: string;
}

/** Returns the folder of compiled code, for a process that must start fast and whose parent has such a folder. */
function compileCache(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/**
 * A process that reads one input at a time and can be ended meanwhile. A thread is not sufficient: V8 ends the
 * whole process if a thread runs out of memory at the wrong moment.
 */
export class ReaderProcess {
  readonly socketPath: string;
  /** Settles when it listens; with false if it ended before. */
  readonly ready: Promise<boolean>;
  /** Settles when it has ended; with true if it ran out of memory. */
  readonly ended: Promise<boolean>;
  readonly #child: ChildProcess;
  #alive = true;
  #isSlow = false;

  /** Starts the process immediately. `script` listens on the socket that it is given. */
  constructor(script: string, heapMb: number, socketPath: string, ahead: ReadAhead | null = null) {
    this.socketPath = socketPath;
    // A socket that a killed service left is unusable.
    rmSync(socketPath, { force: true });
    this.#child = fork(script, [], {
      execArgv: [`--max-old-space-size=${heapMb}`, ...(ahead === null ? [] : [EAGER_EXPRESSIONS])],
      // A reader of untrusted files must not get the settings of the service.
      env: ahead === null ? {} : compileCache(),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    this.ended = new Promise((resolve) => {
      this.#child.once("error", () => resolve(false));
      // V8 aborts when the heap is full.
      this.#child.once("exit", (_code, signal) => resolve(signal === "SIGABRT"));
    });
    this.ready = Promise.race([
      new Promise<true>((resolve) => this.#child.once("message", () => resolve(true))),
      this.ended.then(() => false),
    ]);
    void this.ended.then(() => {
      this.#alive = false;
      rmSync(socketPath, { force: true });
    });
    const message: ListenMessage = { socketPath, ahead };
    // If sending fails, the process has ended, which is detected anyway.
    this.#child.send(message, () => undefined);
    // Last, because a message listener would keep our own process running again.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** False once the process has ended or is about to end. */
  get alive(): boolean {
    return this.#alive;
  }

  /** Returns whether its priority was lowered, which cannot be undone. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Keeps our own process running while a task is in progress. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#child.ref();
    else this.#child.unref();
  }

  /** Lowers the priority below that of others. */
  lowerPriority(): void {
    this.#isSlow = true;
    try {
      if (this.pid !== undefined) setPriority(this.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended in the meantime.
    }
  }

  /** Ends the process. */
  async end(): Promise<void> {
    this.#alive = false;
    // From here on its exit must be awaited.
    this.#child.ref();
    const isRunning = this.#child.exitCode === null && this.#child.signalCode === null;
    if (isRunning && this.#child.kill("SIGKILL")) await this.ended;
  }
}
