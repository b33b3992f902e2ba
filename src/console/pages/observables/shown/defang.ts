/**
 * A value in a form that no program makes a link of, as reports print it: `login.evil[.]example`,
 * `hxxps://evil[.]example/a.php`, `boss[@]evil[.]example`. The service reads all of them back. Kinds
 * that lead nowhere stay as they are but for links within them.
 */
export function defang(kind: string, value: string): string {
  switch (kind) {
    case "ipv4":
    case "domain":
      return withoutDots(value);
    case "ipv6":
      return value.replaceAll(":", "[:]");
    case "email":
      return withoutDots(value.replace(/@(?=[^@]*$)/u, "[@]"), value.lastIndexOf("@"));
    case "url":
      return value
        .replace(/(?<=^[a-z][\w+.-]*:\/\/)[^/?#]*/iu, (host) => withoutDots(host))
        .replace(/^http/iu, "hxxp");
    default:
      return value.replaceAll(/\bhttp(?=s?:\/\/)/giu, "hxxp");
  }
}

/** From a place on, each dot in brackets. */
function withoutDots(value: string, from = 0): string {
  return value.slice(0, from) + value.slice(from).replaceAll(".", "[.]");
}
