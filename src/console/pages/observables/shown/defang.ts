/**
 * Returns a value that no program turns into a link, as in exports: `login.evil[.]example`,
 * `hxxps://evil[.]example/a.php`, `boss[@]evil[.]example`, `2001:db8:[:]7`. Replacing the last dot of a host is
 * enough, and leaves the rest readable. In other kinds, only links within them change.
 */
export function defang(kind: string, value: string): string {
  switch (kind) {
    case "ipv4":
    case "domain":
      return withoutLastDot(value);
    case "ipv6":
      return value.replace(/:(?=[^:]*$)/u, "[:]");
    case "email":
      return withoutLastDot(value.replace(/@(?=[^@]*$)/u, "[@]"));
    case "url":
      return value
        .replace(/(?<=^[a-z][\w+.-]*:\/\/)[^/?#]*/iu, (host) => withoutLastDot(host))
        .replace(/^http/iu, "hxxp")
        .replace(/^ftp/iu, "fxp");
    default:
      return value.replaceAll(/\bhttp(?=s?:\/\/)/giu, "hxxp");
  }
}

function withoutLastDot(host: string): string {
  return host.replace(/\.(?=[^.]*$)/u, "[.]");
}
