declare module "linebreak" {
  /** Line break opportunities of a text, one by one. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { position: number; required: boolean } | null;
  }
}
