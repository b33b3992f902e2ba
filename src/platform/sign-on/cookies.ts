/** A cookie of the service. Scripts cannot read it, and other sites can send it only by a link (`SameSite=Lax`). */
export interface Cookie {
  name: string;
  value: string;
  /** How long a browser stores it; 0 removes it. */
  seconds: number;
  path?: string;
}

/**
 * The names of the cookies. With https they have a prefix that browsers enforce: `__Host-` cookies are set by this host
 * over https only, `__Secure-` cookies over https by any host of the domain. Without https, which is possible on
 * loopback only, there is no prefix, and other programs on this machine can set them. Their signatures protect them
 * everywhere. The ID token is only a hint to the provider.
 */
export interface CookieNames {
  session: string;
  /** Returns the name of a login's cookie, by its state. */
  login(state: string): string;
  /** Prefix of the names of all login cookies. */
  logins: string;
  idToken: string;
}

const STATE_CHARS = 12;

export function cookieNames(isSecure: boolean): CookieNames {
  const host = isSecure ? "__Host-" : "";
  const logins = `${host}tradecraft_login_`;
  return {
    session: `${host}tradecraft_session`,
    login: (state) => `${logins}${state.slice(0, STATE_CHARS)}`,
    logins,
    // Not `__Host-`, which every request would carry.
    idToken: `${isSecure ? "__Secure-" : ""}tradecraft_id_token`,
  };
}

/** Writes the value of a `Set-Cookie` header. */
export function writeCookie(
  { name, value, seconds, path = "/" }: Cookie,
  isSecure: boolean,
): string {
  const attributes = [`Path=${path}`, `Max-Age=${seconds}`, "HttpOnly", "SameSite=Lax"];
  return [`${name}=${value}`, ...attributes, ...(isSecure ? ["Secure"] : [])].join("; ");
}

/** Parses the cookies of a request by name. The first one of a name takes precedence. */
export function readCookies(headers: Headers): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (headers.get("Cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
}
