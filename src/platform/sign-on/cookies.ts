/** A cookie of the service. Scripts cannot read it, and no other site sends it but by a link. */
export interface Cookie {
  name: string;
  value: string;
  /** How long a browser keeps it; 0 removes it. */
  seconds: number;
  path?: string;
}

/**
 * The names of the cookies. Under a prefix no other host and no plain connection can set a cookie; browsers
 * accept the prefixes with https only.
 */
export interface CookieNames {
  session: string;
  /** The cookie of one login, by its state. */
  login(state: string): string;
  /** Begins the names of all logins. */
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

/** The value of a `Set-Cookie` header. */
export function writeCookie(
  { name, value, seconds, path = "/" }: Cookie,
  isSecure: boolean,
): string {
  const attributes = [`Path=${path}`, `Max-Age=${seconds}`, "HttpOnly", "SameSite=Lax"];
  return [`${name}=${value}`, ...attributes, ...(isSecure ? ["Secure"] : [])].join("; ");
}

/** The cookies of a request by their names; of two with one name, the first. */
export function readCookies(headers: Headers): ReadonlyMap<string, string> {
  const cookies = new Map<string, string>();
  for (const part of (headers.get("Cookie") ?? "").split(";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, at).trim();
    if (at > 0 && !cookies.has(name)) cookies.set(name, part.slice(at + 1).trim());
  }
  return cookies;
}
