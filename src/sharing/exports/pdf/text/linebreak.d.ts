declare module "linebreak" {
  /** Iterates over the line break opportunities of a text. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
