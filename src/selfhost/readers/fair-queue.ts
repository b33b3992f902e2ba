/** A waiting task: its caller, and the time since when it waits. */
interface Waiting {
  caller: string;
  since: number;
}

/** Waiting tasks, with a queue for each caller. Callers take turns, regardless of how many tasks they have. */
export class FairQueue<T extends Waiting> {
  /** In the order in which callers are served next. */
  readonly #lines = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Callers with waiting tasks. */
  get callers(): string[] {
    return [...this.#lines.keys()];
  }

  add(task: T): void {
    const line = this.#lines.get(task.caller);
    if (line === undefined) this.#lines.set(task.caller, [task]);
    else line.push(task);
  }

  /** Removes and returns the next task: that of the caller with the fewest running tasks, in turn among equals. */
  take(running: (caller: string) => number): T | undefined {
    let chosen: string | undefined;
    for (const caller of this.#lines.keys()) {
      if (chosen === undefined || running(caller) < running(chosen)) chosen = caller;
    }
    const line = chosen === undefined ? undefined : this.#lines.get(chosen);
    const task = line?.shift();
    if (chosen === undefined || line === undefined) return undefined;
    this.#lines.delete(chosen);
    // Behind the others for the next turn.
    if (line.length > 0) this.#lines.set(chosen, line);
    return task;
  }

  /** Removes a task that nobody waits for any more. */
  remove(task: T): void {
    const line = this.#lines.get(task.caller)?.filter((other) => other !== task) ?? [];
    if (line.length > 0) this.#lines.set(task.caller, line);
    else this.#lines.delete(task.caller);
  }

  /** Returns when the first task of a caller without running tasks began to wait; null if there is none. */
  longestWait(running: (caller: string) => number): number | null {
    const since = [...this.#lines.values()]
      .filter(([first]) => first !== undefined && running(first.caller) === 0)
      .map(([first]) => first?.since ?? 0);
    return since.length === 0 ? null : Math.min(...since);
  }

  /** Empties the queue. */
  drain(): T[] {
    const all = [...this.#lines.values()].flat();
    this.#lines.clear();
    return all;
  }
}
