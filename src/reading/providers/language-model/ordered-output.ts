/**
 * Brings the text of calls that run side by side into the order of the calls: what the first open
 * one writes is passed on at once, what later ones write waits for its turn.
 */
export class OrderedOutput {
  readonly #emit: (text: string) => void;
  readonly #waiting: string[][];
  readonly #isDone: boolean[];
  #turn = 0;

  constructor(calls: number, emit: (text: string) => void) {
    this.#emit = emit;
    this.#waiting = Array.from({ length: calls }, () => []);
    this.#isDone = Array.from({ length: calls }, () => false);
  }

  write(call: number, text: string): void {
    if (call === this.#turn) this.#emit(text);
    else this.#waiting[call]?.push(text);
  }

  /** The call writes nothing more. */
  end(call: number): void {
    this.#isDone[call] = true;
    while (this.#isDone[this.#turn] === true) {
      this.#turn += 1;
      for (const text of this.#waiting[this.#turn]?.splice(0) ?? []) this.#emit(text);
    }
  }
}
