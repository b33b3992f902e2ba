/** Kinds that a viewer could turn into a link. */
const CLICKED = new Set(["ipv4", "ipv6", "domain", "url", "email"]);
const SCHEME = /^([a-z][a-z0-9+.-]*):\/\//i;

/**
 * Returns a value that no viewer turns into a link: `hxxps://evil[.]example/a`, `user[@]evil[.]example`,
 * `2001:db8[:]:7`. Other kinds are unchanged.
 */
export function defang(kind: string, value: string): string {
  if (!CLICKED.has(kind)) return value.replace(/^http(?=s?:\/\/)/i, "hxxp");
  if (kind === "ipv6") return value.replace(/:(?=[^:]*$)/, "[:]");
  if (kind !== "url") return defangHost(value.replace("@", "[@]"));
  const [whole = "", scheme = ""] = SCHEME.exec(value) ?? [];
  const rest = value.slice(whole.length);
  const end = rest.search(/[/?#]/);
  const host = end === -1 ? rest : rest.slice(0, end);
  const safe = scheme.replace(/^http/i, "hxxp").replace(/^ftp/i, "fxp");
  return `${safe}${scheme === "" ? "" : "://"}${defangHost(host)}${rest.slice(host.length)}`;
}

/** Replaces only the last dot of the host, which is enough and leaves the rest readable. */
function defangHost(host: string): string {
  return host.replace(/\.(?=[^.]*$)/, "[.]");
}
