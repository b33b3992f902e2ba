/**
 * Orders the text of parallel calls by call. Passes on text of the first open call immediately, and buffers text of
 * later calls until those before have ended.
 */
export class OrderedOutput {
  readonly #emit: (text: string) => void;
  readonly #waiting: string[][];
  readonly #isDone: boolean[];
  #current = 0;

  constructor(calls: number, emit: (text: string) => void) {
    this.#emit = emit;
    this.#waiting = Array.from({ length: calls }, () => []);
    this.#isDone = Array.from({ length: calls }, () => false);
  }

  write(call: number, text: string): void {
    if (call === this.#current) this.#emit(text);
    else this.#waiting[call]?.push(text);
  }

  /** Marks a call as finished. */
  end(call: number): void {
    this.#isDone[call] = true;
    while (this.#isDone[this.#current] === true) {
      this.#current += 1;
      for (const text of this.#waiting[this.#current]?.splice(0) ?? []) this.#emit(text);
    }
  }
}
