import { type ChildProcess, fork } from "node:child_process";
import { rmSync } from "node:fs";
import { constants, setPriority } from "node:os";

import { EAGER_EXPRESSIONS } from "../runtime/v8-flags.ts";

/** What a process is told at its start. */
export interface ListenMessage {
  socketPath: string;
  /** What to read before it is asked for. */
  ahead: ReadAhead | null;
}

/** A document that will most likely be asked for, and the line that its request will begin with. */
export interface ReadAhead {
  path: string;
  head: string;
}

/** Where compiled code is, for a process that is to start fast and whose parent has such a folder. */
function compileCache(): NodeJS.ProcessEnv {
  const { NODE_COMPILE_CACHE: folder } = process.env;
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/**
 * One process, which reads one thing at a time and can be ended while it does. A thread would not
 * do: V8 ends the whole process when a thread runs out of memory at the wrong moment.
 */
export class ReaderProcess {
  readonly socketPath: string;
  /** Settles when it listens, with false when it ended before. */
  readonly ready: Promise<boolean>;
  /** Settles when it has ended; true when it ran out of memory. */
  readonly ended: Promise<boolean>;
  readonly #child: ChildProcess;
  #alive = true;
  #isSlow = false;

  /** Starts the process at once; `script` listens on the socket that it is told. */
  constructor(script: string, heapMb: number, socketPath: string, ahead: ReadAhead | null = null) {
    this.socketPath = socketPath;
    // One that a killed service left is of no use.
    rmSync(socketPath, { force: true });
    this.#child = fork(script, [], {
      execArgv: [`--max-old-space-size=${heapMb}`, ...(ahead === null ? [] : [EAGER_EXPRESSIONS])],
      // A reader of foreign files has no business with the settings of the service.
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
    // What cannot be told has ended, which is noticed anyway.
    this.#child.send(message, () => undefined);
    // Last, because a listener for messages would hold our own process again.
    this.#child.unref();
    this.#child.channel?.unref();
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** False once the process has ended or is about to. */
  get alive(): boolean {
    return this.#alive;
  }

  /** Whether it had its priority lowered, which cannot be taken back. */
  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Keeps our own process while something is being read. */
  hold(isHeld: boolean): void {
    if (isHeld) this.#child.ref();
    else this.#child.unref();
  }

  /** Others go first from now on. */
  lowerPriority(): void {
    this.#isSlow = true;
    try {
      if (this.pid !== undefined) setPriority(this.pid, constants.priority.PRIORITY_LOW);
    } catch {
      // It has ended meanwhile.
    }
  }

  /** Ends the process. */
  async end(): Promise<void> {
    this.#alive = false;
    // From here on its end is worth waiting for.
    this.#child.ref();
    const isRunning = this.#child.exitCode === null && this.#child.signalCode === null;
    if (isRunning && this.#child.kill("SIGKILL")) await this.ended;
  }
}
