/**
 * Brings the text of calls that run side by side into the order of the calls: what the first open
 * one writes is passed on at once, what later ones write is kept until those before it have ended.
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

  /** The call writes nothing more. */
  end(call: number): void {
    this.#isDone[call] = true;
    while (this.#isDone[this.#current] === true) {
      this.#current += 1;
      for (const text of this.#waiting[this.#current]?.splice(0) ?? []) this.#emit(text);
    }
  }
}
