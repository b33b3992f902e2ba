/** Stands for a dot that was written in a defanged form: proof that a host name is meant. */
export const DEFANGED_DOT = "\uE000";

const between = (inner: string) => `[\\[({<]\\s{0,2}(?:${inner})\\s{0,2}[\\])}>]`;
const ANY_DOT = "\\.|dot|d0t|punto|\u3002|\uFF0E";

/**
 * Ways in which reports keep addresses from being clicked on, and what they stand for; applied in
 * this order. Every quantifier is bounded, so each takes linear time.
 */
const FORMS: readonly (readonly [RegExp, string])[] = [
  [/[\u200B-\u200D\u2060\uFEFF\u00AD]/g, ""],
  // A name that a page's edge broke at its hyphen.
  [/(?<=[A-Za-z0-9])-[ \t]{0,4}\r?\n[ \t]{0,4}(?=[A-Za-z0-9])/g, "-"],
  [
    /(?<![a-z0-9])(?:h[tx*]{2}p|meow|f[tx]p|wss?|tcp|udp)(?:s|\[s\]|\(s\))?\s?(?:[[({]?:[\])}]?(?:\\\/\\\/|[/\\]{2})|[[({]:\/\/[\])}]|[[({]?:[\])}]?[[({]\/\/[\])}])/gi,
    "http://",
  ],
  [new RegExp(` ?${between(ANY_DOT)} ?`, "gi"), DEFANGED_DOT],
  [/(?<=[\p{L}\p{N}])\[\.(?=[\p{L}\p{N}])/gu, DEFANGED_DOT],
  [/(?<=[\p{L}\p{N}])[.\]]?\.\](?=[\p{L}\p{N}])/gu, DEFANGED_DOT],
  [/(?<=[\p{L}\p{N}])\\\.(?=[\p{L}\p{N}])/gu, DEFANGED_DOT],
  [/(?<=[a-z0-9])[\uFF0E\uFF61\u3002](?=[a-z0-9])/gi, "."],
  [new RegExp(` ?${between("@|at|\uFF20")} ?`, "gi"), "@"],
  [new RegExp(between(":"), "g"), ":"],
  [new RegExp(between("\\/"), "g"), "/"],
];

/** Gives a text its addresses back: `hxxp[://]evil[.]example` becomes a URL; see `DEFANGED_DOT`. */
export function refang(text: string): string {
  return FORMS.reduce((current, [form, plain]) => current.replace(form, plain), text);
}
