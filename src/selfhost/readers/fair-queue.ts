/** A task that waits: whose it is and since when. */
interface Waiting {
  caller: string;
  since: number;
}

/** Tasks that wait, in a line for each caller; callers take turns, whoever has many tasks or few. */
export class FairQueue<T extends Waiting> {
  /** In the order in which callers are served next. */
  readonly #lines = new Map<string, T[]>();

  get isEmpty(): boolean {
    return this.#lines.size === 0;
  }

  /** Callers that wait. */
  get callers(): string[] {
    return [...this.#lines.keys()];
  }

  add(task: T): void {
    const line = this.#lines.get(task.caller);
    if (line === undefined) this.#lines.set(task.caller, [task]);
    else line.push(task);
  }

  /** Takes the next task out: that of the caller for whom the fewest run, in turn among equals. */
  take(running: (caller: string) => number): T | undefined {
    let chosen: string | undefined;
    for (const caller of this.#lines.keys()) {
      if (chosen === undefined || running(caller) < running(chosen)) chosen = caller;
    }
    const line = chosen === undefined ? undefined : this.#lines.get(chosen);
    const task = line?.shift();
    if (chosen === undefined || line === undefined) return undefined;
    this.#lines.delete(chosen);
    // Behind the others, for the next time.
    if (line.length > 0) this.#lines.set(chosen, line);
    return task;
  }

  /** Takes a task out that nobody waits for any more. */
  remove(task: T): void {
    const line = this.#lines.get(task.caller)?.filter((other) => other !== task) ?? [];
    if (line.length > 0) this.#lines.set(task.caller, line);
    else this.#lines.delete(task.caller);
  }

  /** When the first task of a caller for whom nothing runs began to wait; null where there is none. */
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
