/** What a judge says of all that it was given. */
export interface Judgement {
  version: string;
  judged: number;
  findings: Finding[];
}

interface Finding {
  /** `unjudged`: what the judge could not look at; `counted`: what is right. */
  severity: "error" | "warning" | "unjudged" | "counted";
  what: string;
  count: number;
  /** Where it is first. */
  example: string;
}
